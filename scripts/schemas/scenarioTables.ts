import { readFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { packagedNames } from '../../src/scenario/packagedScenarios.ts'
import { moveSteps, stepContents } from '../../src/scenario/stepContents.ts'
import { listed, tableOf } from './tables.ts'

/** The scenarios of the package, as their files describe themselves. */
export function packagedTable(): string {
  const rows = packagedNames().map((name) => {
    const text = readFileSync(`scenarios/${name}.yaml`, 'utf8')
    const [, description = ''] = /^description: (.+)$/m.exec(text) ?? []
    const option = text.includes('# Needs --dev') ? 'with `--dev`' : ''
    return [`[${name}](scenarios/${name}.md)`, description, option]
  })
  return tableOf(['scenario', 'what it shows', ''], rows)
}

interface ValueSchema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly anyOf?: readonly ValueSchema[]
  readonly items?: ValueSchema
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly required?: readonly string[]
}

/** The steps of a scenario: names, values, and effects. */
export function stepTable(): string {
  const rows = [...stepContents].map(([name, content]) => {
    const schema = toJsonSchema(content, { typeMode: 'input', errorMode: 'ignore' }) as ValueSchema
    const step = moveSteps.get(name)
    const effect = step?.form.summary ?? step?.move.summary ?? schema.description ?? ''
    return [listed([name]), notationOf(schema), [effect, ...notesOf(schema)].join(' ')]
  })
  return tableOf(['step', 'value', 'what happens'], rows)
}

/** What a value is, as a reader writes it. */
function notationOf(schema: ValueSchema): string {
  const { anyOf, properties, required = [], type, pattern } = schema
  if (anyOf !== undefined) return [...new Set(anyOf.map(notationOf))].join(' or ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum !== undefined && schema.enum.length < 4) return listed(schema.enum.map(String))
  if (properties !== undefined) {
    const names = Object.keys(properties).map((name) =>
      required.includes(name) ? name : `${name}?`,
    )
    return `\`{ ${names.join(', ')} }\``
  }
  if (pattern?.startsWith('^0x') === true) return 'hex'
  return plainTypes[type ?? ''] ?? 'list'
}

const plainTypes: Readonly<Record<string, string>> = {
  integer: 'number',
  string: 'name',
  boolean: '`true` or `false`',
}

/** What the members of a value are. */
function notesOf({ anyOf = [], properties = {} }: ValueSchema): string[] {
  const own = Object.entries(properties).flatMap(([name, { description, enum: choices }]) => {
    if (description === undefined) return []
    const how = choices === undefined ? '' : ` (${listed(choices.map(String))})`
    return [`\`${name}\`${how}: ${description}`]
  })
  return [...new Set([...own, ...anyOf.flatMap(notesOf)])]
}
