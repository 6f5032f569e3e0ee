/** What protects the service from being asked too much. */
export interface ServiceLimits {
  readonly requestsPerMinutePerKey: number;
  readonly framesPerMinutePerKey: number;
  readonly requestsPerMinutePerOrganisation: number;
  readonly framesPerMinutePerOrganisation: number;
  /** Reports, archives, verifications, redactions and what-ifs of one organisation that wait or run at once. */
  readonly reportJobsPerOrganisation: number;
  /** Event streams open at once. */
  readonly streamsPerKey: number;
  readonly streamsPerOrganisation: number;
  /** A stream without events says so often that it is open. */
  readonly heartbeatMs: number;
  readonly webhooksPerOrganisation: number;
  /** Failed authentications one address may make in a minute before it has to wait. */
  readonly failedKeysPerMinute: number;
  readonly connections: number;
  /** The most one address may have; it also has to leave as many free as it holds. */
  readonly connectionsPerAddress: number;
  /** Proxies in front of the service, whose connections are those of many clients. */
  readonly proxyAddresses: readonly string[];
  /** Requests being worked on at once. */
  readonly requestsInFlight: number;
  /** Bytes of request bodies held in memory at once. */
  readonly bodyBytesInFlight: number;
  /** New writes are refused while the oldest waiting commit is older than this. */
  readonly queueAgeMs: number;
  /** A crowd of requests is thinned out while the event loop runs this late. */
  readonly loopDelayMs: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly stopWithinMs: number;
}
