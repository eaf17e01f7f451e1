import type * as v from 'valibot'
import type { RequestErrorCode } from '../errors.ts'
import type { Schema } from './schema.ts'

/** What `rpc.discover` says about a method. */
export interface MethodDescription {
  readonly summary: string
  /** in order */
  readonly params: readonly ParameterDescription[]
  readonly result: ContentDescriptor
  /** errors of this method, in addition to those of every method */
  readonly errors?: readonly RequestErrorCode[]
  /** more errors in the dialect `geth`, where `infura` answers null */
  readonly gethErrors?: readonly RequestErrorCode[]
}

/** A result (OpenRPC, Content Descriptor Object). */
export interface ContentDescriptor {
  readonly name: string
  readonly summary?: string
  readonly schema: Schema
}

/** A parameter, likewise. */
export interface ParameterDescription extends Omit<ContentDescriptor, 'schema'> {
  /** Default: true. Otherwise it may also be null. */
  readonly required?: boolean
  /** that of `ownParameter` is converted for `rpc.discover` */
  readonly schema: Schema | v.GenericSchema
}
