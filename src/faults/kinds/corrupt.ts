import * as v from 'valibot'
import { checkedBy, described, nonEmptyString, oneOf, show } from '../../primitives/input.ts'
import { corruptField } from '../corrupt/byField.ts'
import { FIELD_PATH } from '../corrupt/fieldPath.ts'
import {
  corruptByName,
  corruptionNames,
  methodsOfCorruption,
  type NamedCorruption,
} from '../corrupt/named.ts'
import { json } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'

const byName = faultSchema(
  'corrupt',
  'One field of the result is wrong, and the others are correct.',
  {
    /** a mistake that real nodes and providers make */
    what: oneOf(...corruptionNames),
  },
)

const fieldPath = v.pipe(
  nonEmptyString,
  v.regex(FIELD_PATH, ({ input }) => `${show(input)} is not a path such as transactions[0].value`),
)

const byField = faultSchema(
  'corrupt',
  'One field of the result is wrong, and the others are correct.',
  {
    field: described(
      fieldPath,
      'path in the result, as in transactions[0].value or [2].logs[0].data',
    ),
    value: v.optional(described(json, 'any JSON; by default another value of the same format')),
  },
)

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
      /** path in the result, as in `transactions[0].value` or `[2].logs[0].data` */
      readonly field: string
      /** any JSON; by default what the field has, changed to another value of its format */
      readonly value?: unknown
    }

export const corrupt = faultKind<CorruptFault>()({
  schema: checkedBy(v.variant('kind', [byName, byField]), (value) => {
    const fault = Object(value)
    if ('what' in fault === 'field' in fault) return neither
    return 'what' in fault ? byName : byField
  }),
  appliesTo: (fault) => ({
    notifications: ['webSocket', 'inProcess'],
    ...('what' in fault && { methods: methodsOfCorruption(fault.what), name: fault.what }),
  }),
  effect: (fault) => ({
    at: 'result',
    change(result, random) {
      const detail =
        'what' in fault
          ? corruptByName(fault.what, result, random)
          : corruptField(fault, result, random)
      return detail === undefined ? undefined : { result, detail }
    },
  }),
})
