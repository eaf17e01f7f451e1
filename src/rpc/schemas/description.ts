import type { RequestErrorCode } from '../errors.ts'
import type { Schema } from './schema.ts'

/** What `rpc.discover` says about a method. */
export interface MethodDescription {
  readonly summary: string
  /** in order */
  readonly params: readonly ContentDescriptor[]
  readonly result: ContentDescriptor
  /** errors of this method, in addition to those of every method */
  readonly errors?: readonly RequestErrorCode[]
  /** more errors in the dialect `geth`, where `infura` answers null */
  readonly gethErrors?: readonly RequestErrorCode[]
}

/** A parameter or a result (OpenRPC, Content Descriptor Object). */
export interface ContentDescriptor {
  readonly name: string
  readonly summary?: string
  /** of a parameter; default: true */
  readonly required?: boolean
  readonly schema: Schema
}
