import * as v from 'valibot'
import { object } from '../primitives/input.ts'
import type { Effect } from './effect.ts'
import { type FaultTransport, faultTransports } from './transport.ts'

/** A kind of fault: all there is to say about it. To add one, write its file in `kinds/` and list it in `registry.ts`. */
export interface FaultDescription<Schema extends v.GenericSchema = v.GenericSchema> {
  /** what a rule says of such a fault: see `faultSchema` */
  readonly schema: Schema
  /** to what it applies; by default to every call over every transport, and to no notification */
  appliesTo?(fault: v.InferOutput<Schema>): Scope
  /** what it does, and what the log says of it */
  effect(fault: v.InferOutput<Schema>): Effect
}

/** To what a fault applies. What is left out is not restricted. */
export interface Scope {
  /** Default `call`. */
  readonly subject?: 'call' | 'batch' | 'head'
  readonly transports?: readonly FaultTransport[]
  /** over which it applies to notifications, too. Default none. */
  readonly notifications?: readonly FaultTransport[]
  /** methods whose results have what it changes; `eth_subscription` stands for notifications */
  readonly methods?: readonly string[]
  /** how errors call what applies to these methods alone, where it is not the kind */
  readonly name?: string
  /** the head that it applies to */
  readonly block?: number
}

/** The same, with every choice made. */
export interface ResolvedScope extends Scope {
  readonly subject: 'call' | 'batch' | 'head'
  readonly transports: readonly FaultTransport[]
  readonly notifications: readonly FaultTransport[]
}

/** Describes a kind of fault. */
export function faultKind<const Schema extends v.GenericSchema>(
  description: FaultDescription<Schema>,
): FaultDescription<Schema> {
  return description
}

/** The schema of an object with this `kind`, and these fields beside it. */
export type FaultSchema<Kind extends string, Fields extends v.ObjectEntries> = v.StrictObjectSchema<
  { readonly kind: v.LiteralSchema<Kind, undefined> } & Fields,
  undefined
>

export function faultSchema<const Kind extends string, const Fields extends v.ObjectEntries>(
  kind: Kind,
  description: string,
  fields: Fields,
): FaultSchema<Kind, Fields> {
  const schema = v.pipe(object({ kind: v.literal(kind), ...fields }), v.description(description))
  // Users compile the declarations of this, too: what is inferred of it does not compile there.
  return schema as unknown as FaultSchema<Kind, Fields>
}

export function resolveScope(scope: Scope = {}): ResolvedScope {
  return { subject: 'call', transports: faultTransports, notifications: [], ...scope }
}
