import type { Access } from '../endpoint/access.ts'
import type { CopiedEndpoint } from '../endpoint/copies/copiedEndpoint.ts'

/** Where the endpoints of other processes are known. */
export interface CopySource {
  /** What a key gives access to; undefined while that is not known. */
  find(key: string): CopiedAccess | undefined
}

export interface CopiedAccess extends Access {
  readonly endpoint: CopiedEndpoint
}

/** @param body of the request, if it was read */
export type PassOn = (body?: Uint8Array) => void
