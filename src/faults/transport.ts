export const faultTransports = ['http', 'webSocket', 'inProcess'] as const

/** How a call reaches an endpoint. */
export type FaultTransport = (typeof faultTransports)[number]

/** The transports with messages: in process there are no envelopes and no batches. */
export const networkTransports: readonly FaultTransport[] = ['http', 'webSocket']
