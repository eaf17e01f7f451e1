import { sizeOf } from './sizeOf.ts'

/** A call that an endpoint has received. */
export interface ReceivedCall {
  /** its method */
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

/** The most bytes of the params of a call, or of a move, that are kept. */
const PARAMS_BYTES_MAX = 128 * 1024

/** An estimate of how many bytes params take in memory; undefined if they are too long to be kept, or cannot be read. */
export function paramsSize(params: unknown): number | undefined {
  try {
    const bytes = sizeOf(params, PARAMS_BYTES_MAX)
    return bytes <= PARAMS_BYTES_MAX ? bytes : undefined
  } catch {
    // In process, params may be any value, and the call is answered even if they cannot be read.
    return undefined
  }
}
