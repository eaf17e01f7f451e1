import * as v from 'valibot'
import { object } from '../primitives/input.ts'
import type { FaultEffect } from './effect.ts'
import type { FaultTarget } from './target.ts'
import { type FaultTransport, faultTransports } from './transport.ts'

/** The complete description of a kind of fault. To add one, write its file in `kinds/` and list it in `faultRegistry.ts`. */
export interface FaultDescription<Schema extends v.GenericSchema = v.GenericSchema> {
  /** the fields of such a fault in a rule: see `faultSchema` */
  readonly schema: Schema
  /** what it applies to; by default every call over every transport, and no notification */
  appliesTo?(fault: v.InferOutput<Schema>): Scope
  /** what it does, with the detail for the log */
  effect(fault: v.InferOutput<Schema>): FaultEffect
  /** which blocks a node hides with it, if it does nothing else */
  readonly hides?: 'newestBlocks' | 'removedBlocks'
}

/** What a fault applies to. An omitted field is not a restriction. */
export interface Scope {
  /** Default `call`. */
  readonly subject?: 'call' | 'batch' | 'head'
  readonly transports?: readonly FaultTransport[]
  /** the transports over which it also applies to notifications. Default none. */
  readonly notifications?: readonly FaultTransport[]
  /** it changes only answers that have one of these */
  readonly targets?: readonly FaultTarget[]
  /** it does not change answers that have one of these */
  readonly spares?: readonly FaultTarget[]
  /** the name in errors of a fault that changes only some answers, if not the kind */
  readonly name?: string
  /** the head that it applies to */
  readonly block?: number
}

/** A scope with all defaults filled in. */
export interface ResolvedScope extends Scope {
  readonly subject: 'call' | 'batch' | 'head'
  readonly transports: readonly FaultTransport[]
  readonly notifications: readonly FaultTransport[]
}

/**
 * Describes a kind of fault.
 *
 * @typeParam Written the interface of such a fault in a rule, whose TSDoc editors show; the schema is checked against it
 */
export function faultKind<Written>() {
  return <const Schema extends v.GenericSchema<Written>>(
    description: FaultDescription<Schema>,
  ): FaultKindOf<Schema, Written> => description
}

/** The description of a kind, and the interface of its faults. */
export interface FaultKindOf<Schema extends v.GenericSchema, Written>
  extends FaultDescription<Schema> {
  /** exists only for the compiler; no object has this field */
  readonly written?: Written
}

/** The schema of an object with this `kind` and these fields. */
export type FaultSchema<Kind extends string, Fields extends v.ObjectEntries> = v.StrictObjectSchema<
  { readonly kind: v.LiteralSchema<Kind, undefined> } & Fields,
  v.ErrorMessage<v.StrictObjectIssue> | undefined
>

export function faultSchema<const Kind extends string, const Fields extends v.ObjectEntries>(
  kind: Kind,
  description: string,
  fields: Fields,
): FaultSchema<Kind, Fields> {
  // Users compile these declarations, too, and the inferred type does not compile there.
  return v.pipe(object({ kind: v.literal(kind), ...fields }), v.description(description))
}

export function resolveScope(scope: Scope = {}): ResolvedScope {
  return { subject: 'call', transports: faultTransports, notifications: [], ...scope }
}
