import type { RequestErrorCode } from '../errors.ts'
import type { Schema } from './schema.ts'

/** What a client is told of a method before it calls it. */
export interface MethodDescription {
  readonly summary: string
  /** in their order; all of them are required */
  readonly params: readonly ContentDescriptor[]
  readonly result: ContentDescriptor
  /** how else it can fail than any method can */
  readonly errors?: readonly RequestErrorCode[]
  /** how else it can fail in the dialect `geth`, where `infura` answers null */
  readonly gethErrors?: readonly RequestErrorCode[]
}

/** A parameter or a result (OpenRPC, Content Descriptor Object). */
export interface ContentDescriptor {
  readonly name: string
  readonly summary?: string
  readonly schema: Schema
}
