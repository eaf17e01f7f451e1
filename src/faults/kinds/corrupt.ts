import * as v from 'valibot'
import { checkedBy, described, nonEmptyString, oneOf, show } from '../../primitives/input.ts'
import { corruptField } from '../corrupt/byField.ts'
import { FIELD_PATH } from '../corrupt/fieldPath.ts'
import {
  corruptByName,
  corruptionNames,
  type NamedCorruption,
  targetsOfCorruption,
} from '../corrupt/named.ts'
import { corruptWholeResult, type WholeResult, wholeResults } from '../corrupt/wholeResult.ts'
import { json } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'
import type { FaultTarget } from '../target.ts'

const description = 'One field of the result is wrong, and the others are correct.'

const byName = faultSchema('corrupt', description, {
  /** a mistake that real nodes and providers make */
  what: oneOf(...corruptionNames),
})

const wrongValue = v.optional(
  described(json, 'any JSON; by default another value of the same format'),
)

const byWholeResult = faultSchema('corrupt', description, {
  what: oneOf(...wholeResults),
  value: wrongValue,
})

// For the error of an unknown name.
const byAnyName = faultSchema('corrupt', description, {
  what: oneOf(...corruptionNames, ...wholeResults),
})

const fieldPath = v.pipe(
  nonEmptyString,
  v.regex(FIELD_PATH, ({ input }) => `${show(input)} is not a path such as transactions[0].value`),
)

const byField = faultSchema('corrupt', description, {
  field: described(
    fieldPath,
    'path in the result, as in transactions[0].value or [2].logs[0].data',
  ),
  value: wrongValue,
})

const byRemoval = faultSchema('corrupt', 'One field of the result is absent.', {
  field: described(fieldPath, 'path in the result; an item of a list is taken out'),
  remove: described(v.literal(true, 'want true'), 'true: the field is absent'),
})

const bothValues = v.custom<never>(() => false, 'want either value or remove')

const neither = v.custom<never>(() => false, 'want either what or field')

/** One field of the result is wrong, and the others are correct. */
export type CorruptFault =
  | {
      readonly kind: 'corrupt'
      /** a mistake that real nodes and providers make */
      readonly what: NamedCorruption
    }
  | {
      readonly kind: 'corrupt'
      /** the whole result, where it is a single value: a balance, a nonce, code, what a call returns … */
      readonly what: WholeResult
      /** any JSON; by default another value of the same format */
      readonly value?: unknown
    }
  | {
      readonly kind: 'corrupt'
      /** path in the result, as in `transactions[0].value` or `[2].logs[0].data` */
      readonly field: string
      /** any JSON; by default what the field has, changed to another value of its format */
      readonly value?: unknown
    }
  | {
      readonly kind: 'corrupt'
      /** path in the result */
      readonly field: string
      /** the field is absent */
      readonly remove: true
    }

function isWholeResult(what: NamedCorruption | WholeResult): what is WholeResult {
  return wholeResults.some((name) => name === what)
}

function targetsOf(what: NamedCorruption | WholeResult): readonly FaultTarget[] {
  return isWholeResult(what) ? [what] : targetsOfCorruption(what)
}

export const corrupt = faultKind<CorruptFault>()({
  schema: checkedBy(v.variant('kind', [byName, byWholeResult, byField, byRemoval]), (value) => {
    const fault = Object(value)
    if ('what' in fault === 'field' in fault) return neither
    if ('field' in fault && 'remove' in fault) return 'value' in fault ? bothValues : byRemoval
    if ('field' in fault) return byField
    if (wholeResults.includes(fault.what)) return byWholeResult
    return corruptionNames.includes(fault.what) ? byName : byAnyName
  }),
  appliesTo: (fault) => ({
    notifications: ['webSocket', 'inProcess'],
    ...('what' in fault && { targets: targetsOf(fault.what), name: fault.what }),
  }),
  effect: (fault) => ({
    at: 'result',
    change(result, random) {
      if ('field' in fault) return changed(result, corruptField(fault, result, random))
      const { what } = fault
      if (isWholeResult(what)) return corruptWholeResult({ ...fault, what }, result, random)
      return changed(result, corruptByName(what, result, random))
    },
  }),
})

/** @param detail undefined if nothing was changed */
function changed(result: unknown, detail: string | undefined) {
  return detail === undefined ? undefined : { result, detail }
}
