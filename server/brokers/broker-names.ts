/** Whether a broker can be asked for messages by this topic filter (MQTT 5, 4.7 and 4.8.2). */
export function isTopicFilter(text: string): boolean {
  const [, filter = text] = /^\$share\/[^/+#]+\/(.+)$/s.exec(text) ?? [];
  if (!isTopicText(filter)) return false;
  const levels = filter.split("/");
  return levels.every(
    (level, at) => level === "+" || (level === "#" && at === levels.length - 1) || !/[+#]/.test(level),
  );
}

/** Whether messages can be sent to this topic: a name without wildcards that is not the broker's own. */
export function isTopic(text: string): boolean {
  return isTopicText(text) && !/[+#]/.test(text) && !text.startsWith("$");
}

/** At most 65,535 bytes of UTF-8, none of them NUL (MQTT 5, 4.7.3). */
function isTopicText(text: string): boolean {
  return text !== "" && !text.includes("\0") && Buffer.byteLength(text) <= 65_535;
}

/** Whether NATS can be asked for messages by this subject, which may have wildcards. */
export function isSubjectFilter(text: string): boolean {
  const tokens = text.split(".");
  return tokens.every(
    (token, at) => token === "*" || (token === ">" && at === tokens.length - 1) || isToken(token),
  );
}

/** Whether messages can be sent to this subject of NATS. */
export function isSubject(text: string): boolean {
  return text.split(".").every(isToken) && !text.startsWith("$");
}

/** Whether JetStream takes this name of a stream. */
export function isStreamName(text: string): boolean {
  return isToken(text) && !/[./\\]/.test(text);
}

function isToken(token: string): boolean {
  return token !== "" && !/[\s.*>\0]/.test(token);
}
