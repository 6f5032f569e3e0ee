/**
 * Stops this process in order, as SIGTERM does, when the one that started it (plumbline.js, under another Node) is gone
 * without having handed on a signal: by SIGKILL, or for want of memory.
 */
export function endWithParent(): void {
  if (!process.connected) return;
  const stop = () => void process.kill(process.pid, "SIGTERM");
  process.once("disconnect", stop);
  // A second signal would end it at once.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.off("disconnect", stop));
  }
  // Being listened to, the channel would keep a command from ending.
  process.channel?.unref();
}
