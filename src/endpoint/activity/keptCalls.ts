/** A call that an endpoint has received. */
export interface ReceivedCall {
  readonly method: string
  /** As the client sent them; missing if they are too long to be kept, or if there were none. */
  readonly params?: unknown
  /** The number of the call among those of its method at this endpoint, from 1. */
  readonly call: number
  /**
   * `ok`; the code of the error, such as `METHOD_NOT_FOUND`, or `INJECTED_ERROR` if a fault made it; `NOTIFICATION` for a
   * request without an id, which is not answered. Faults of the connection are in the fault log.
   */
  readonly outcome: string
}

/** A call, and an estimate of the memory that it takes. */
export interface KeptCall {
  readonly call: ReceivedCall
  /** the name under which it was counted, which is not its method where there are too many methods */
  readonly series: string
  readonly bytes: number
}

/** How many calls an endpoint keeps, and how many bytes they may take. */
export const keptCallLimits = { countMax: 1000, bytesMax: 1024 * 1024 } as const
