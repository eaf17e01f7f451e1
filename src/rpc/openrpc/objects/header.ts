import {
  addedHeaderFieldNames,
  type HeaderFieldName,
  headerFields as table,
} from '../../../chain/encoding/header.ts'
import { jsonHeaderFields } from '../../../endpoint/dialects/createDialect.ts'
import type { ComponentName } from '../../schemas/componentName.ts'
import { arrayOf, closedObject, type Properties, ref, type Schema } from '../../schemas/schema.ts'

const dataSchemas: Readonly<Record<number, ComponentName>> = {
  8: 'Bytes8',
  20: 'Address',
  32: 'Hash',
  256: 'Bloom',
}

function schemaOf(name: HeaderFieldName): Schema {
  const { kind, bytes, description } = table[name]
  if (kind === 'shortData') return ref('Bytes', description)
  return ref(kind === 'data' ? (dataSchemas[bytes] ?? 'Bytes') : 'Quantity', description)
}

function schemasOf(names: readonly HeaderFieldName[]): Properties {
  return Object.fromEntries(names.map((name) => [name, schemaOf(name)]))
}

/** The fields of a header in every fork. */
const ownFields: Properties = {
  number: schemaOf('number'),
  hash: ref('Hash'),
  ...schemasOf(jsonHeaderFields.filter((name) => table[name].since === undefined)),
}

/** The header fields of blocks and uncles in every fork. */
export const headerFields: Properties = { ...ownFields, size: ref('Quantity', 'In bytes.') }

/** The fields that each fork has added, London first. */
const [london, ...later] = [...new Set(addedHeaderFieldNames.map((name) => table[name].since))].map(
  (fork) => addedHeaderFieldNames.filter((name) => table[name].since === fork),
) as [HeaderFieldName[], ...HeaderFieldName[][]]

/** What London added: the only later field that an uncle can have. */
export const londonFields = schemasOf(london)

/** The header fields of forks after the merge. */
const laterHeaderFields = schemasOf(later.flat())

/** Fields of forks after the merge, of a block only. */
export const laterFields: Properties = {
  withdrawals: {
    ...arrayOf(ref('Withdrawal')),
    description: 'From Shanghai on.',
  },
  ...laterHeaderFields,
}

/** The first field of a fork requires the others of that fork and the first of the fork before; these require it. */
const fieldDependencies: Record<string, readonly string[]> = Object.fromEntries(
  later.flatMap(([first, ...others], index) => {
    const [before] = later[index - 1] ?? london
    return [[first, [before, ...others]], ...others.map((name) => [name, [first]])]
  }),
)

/** A block has all the fields of a fork or none, and the list of withdrawals where it has their root. */
export const laterDependencies: NonNullable<Schema['dependencies']> = {
  withdrawals: ['withdrawalsRoot'],
  ...fieldDependencies,
  withdrawalsRoot: [...(fieldDependencies.withdrawalsRoot ?? []), 'withdrawals'],
}

/** The header of a block, alone. */
export const header: Schema = {
  ...closedObject(ownFields, { ...londonFields, ...laterHeaderFields }),
  dependencies: fieldDependencies,
}
