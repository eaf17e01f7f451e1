import { toQuantity } from '../decode/units.ts'
import type { Field } from './schema.ts'

/** What a person has entered so far, in the shape of its field. */
export type Draft =
  | string
  | boolean
  | readonly Draft[]
  | { readonly members: Readonly<Record<string, Draft>> }
  | { readonly option: number; readonly draft: Draft }

/** An empty form. What is required is there, optional members are not. */
export function emptyDraft(field: Field): Draft {
  switch (field.kind) {
    case 'boolean':
      return false
    case 'choice':
      return '0'
    case 'list':
      return []
    case 'tuple':
      return field.items.map(emptyDraft)
    case 'object':
      return {
        members: Object.fromEntries(
          field.members
            .filter(({ isRequired }) => isRequired)
            .map((member) => [member.name, emptyDraft(member.field)]),
        ),
      }
    case 'union': {
      const [first] = field.options
      return { option: 0, draft: first === undefined ? '' : emptyDraft(first.field) }
    }
    default:
      return ''
  }
}

/**
 * Reads a form.
 *
 * @param name of the field, for errors
 * @throws {Error} that says which field is wrong and what it must be
 */
export function valueOfDraft(field: Field, draft: Draft, name: string): unknown {
  switch (field.kind) {
    case 'constant':
      return field.value
    case 'boolean':
      return draft === true
    case 'choice':
      return field.values[Number(draft)]
    case 'number':
      return numberOf(String(draft).trim(), field.isWhole, name)
    case 'quantity':
      return hexOf(String(draft).trim(), name)
    case 'text':
      return textOf(String(draft), field.pattern, name)
    case 'json':
      return jsonOf(String(draft), name)
    default:
      return nestedValue(field, draft, name)
  }
}

type NestedField = Extract<Field, { readonly kind: 'list' | 'tuple' | 'object' | 'union' }>

function nestedValue(field: NestedField, draft: Draft, name: string): unknown {
  switch (field.kind) {
    case 'list':
      return (draft as readonly Draft[]).map((each, index) =>
        valueOfDraft(field.item, each, `${name} ${index + 1}`),
      )
    case 'tuple':
      return field.items.map((item, index) =>
        valueOfDraft(item, (draft as readonly Draft[])[index] ?? '', `${name} ${index + 1}`),
      )
    case 'union': {
      const { option, draft: chosen } = draft as { readonly option: number; readonly draft: Draft }
      return valueOfDraft(field.options[option]?.field ?? { kind: 'json' }, chosen, name)
    }
    case 'object': {
      const { members } = draft as { readonly members: Readonly<Record<string, Draft>> }
      return Object.fromEntries(
        field.members.flatMap((member) => {
          const given = members[member.name]
          if (given === undefined) return []
          return [[member.name, valueOfDraft(member.field, given, member.name)]]
        }),
      )
    }
  }
}

function numberOf(text: string, isWhole: boolean, name: string): number {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value))) {
    throw new Error(`${name}: want a ${isWhole ? 'whole ' : ''}number`)
  }
  return value
}

function hexOf(text: string, name: string): string {
  if (!/^(?:\d+|0x[0-9a-f]+)$/i.test(text) || BigInt(text) >= 2n ** 256n) {
    throw new Error(`${name}: want a number below 2^256, in decimal or hex`)
  }
  return toQuantity(BigInt(text))
}

function textOf(text: string, pattern: string | undefined, name: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new Error(`${name}: want a text`)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(trimmed)) {
    throw new Error(`${name}: ${trimmed.slice(0, 40)} does not match ${pattern}`)
  }
  return trimmed
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name}: want JSON, such as 12, "text" or { "a": 1 }`)
  }
}
