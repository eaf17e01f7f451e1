import * as v from 'valibot'
import { checkedBy, oneOf, openObject, wanted } from '../primitives/input.ts'
import { faultKinds } from './faultRegistry.ts'

export type FaultKind = keyof typeof faultKinds

/** A fault with its defaults filled in. */
export type ResolvedFault = v.InferOutput<(typeof faultKinds)[FaultKind]['schema']>

/** A fault, as plain JSON. */
export type Fault = NonNullable<(typeof faultKinds)[FaultKind]['written']>

const kindNames = Object.keys(faultKinds) as FaultKind[]

const schemas = Object.values(faultKinds).map(({ schema }) => schema)

const noObject = v.custom<never>(() => false, wanted('an object'))

// For the errors of a fault without a valid kind.
const anyKind = openObject({ kind: oneOf(...kindNames) }, 'an object')
const nullKind = openObject(
  {
    kind: v.custom<never>(
      () => false,
      "null is not a string; want the kind of that name in quotes: 'null'",
    ),
  },
  'an object',
)

/** A fault: an object whose `kind` determines its other fields. */
export const fault = checkedBy(v.variant('kind', schemas), (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return noObject
  const kind = 'kind' in value ? value.kind : undefined
  if (kind === null) return nullKind
  return kindNames.includes(kind as FaultKind) ? faultKinds[kind as FaultKind].schema : anyKind
})
