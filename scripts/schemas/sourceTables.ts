import { readFileSync } from 'node:fs'
import { moves } from '../../src/moves/moveRegistry.ts'
import { listed, tableOf } from './tables.ts'

interface Member {
  readonly name: string
  /** what is in the parentheses; undefined for a property */
  readonly parameters: string | undefined
  readonly comment: string
}

/**
 * The fields of interfaces, and what editors say about them.
 *
 * @param sources paths and names
 */
export function fieldTable(...sources: readonly (readonly [string, string])[]): string {
  const rows = sources
    .flatMap(([path, name]) => interfaceFields(path, name))
    .map(({ name, meaning }) => [listed([name]), meaning])
  return tableOf(['field', 'meaning'], rows)
}

/** The fields of an interface, and what editors say about them as a cell. */
export function interfaceFields(
  path: string,
  name: string,
): readonly { readonly name: string; readonly meaning: string }[] {
  return fieldsOf(readFileSync(path, 'utf8'), name).map(({ name, comment }) => ({
    name,
    meaning: said(comment),
  }))
}

/**
 * The public properties and methods of interfaces or classes, and what editors say about them.
 *
 * @param sources paths and names
 * @param of what they are members of, as code names it
 */
export function memberTable(
  of: string,
  ...sources: readonly (readonly [string, string])[]
): string {
  const found = sources.flatMap(([path, name]) => membersOf(readFileSync(path, 'utf8'), name))
  const byName = new Map(found.map((member) => [member.name, member]))
  const rows = [...byName.values()].map(({ name, parameters, comment }) => [
    `\`${of}${name}${parameters === undefined ? '' : `(${namesIn(parameters)})`}\``,
    said(comment),
  ])
  return tableOf(['member', 'what it is or does'], rows)
}

/** The moves of some groups as methods in code, each with its options. */
export function moveTable(...groups: readonly string[]): string {
  const rows = moves
    .filter(({ group }) => groups.includes(group))
    .flatMap(({ name }) => {
      const text = readFileSync(`src/moves/kinds/${name}.ts`, 'utf8')
      const interfaceName = `${name[0]?.toUpperCase()}${name.slice(1)}`
      const [member] = [interfaceName, `${interfaceName}Move`].flatMap((each) =>
        membersOf(text, each),
      )
      if (member === undefined) throw new Error(`the move ${name} has no interface`)
      const { parameters = '', comment } = member
      const options = optionsIn(text, parameters)
      const names = [...options.keys()].join(', ')
      const given = namesIn(parameters)
      const call = options.size === 0 ? given : given.replace(/\w+$/, `{ ${names} }`)
      const move = [`\`${name}(${call})\``, said(comment)]
      return [
        move,
        ...[...options].map(([option, about]) => [
          `${listed([option])} of \`${name}\``,
          said(about),
        ]),
      ]
    })
  return tableOf(['move', 'what it does'], rows)
}

/** The errors that the package exports, with their codes. */
export function errorTable(): string {
  const index = readFileSync('src/index.ts', 'utf8')
  const exported = [...index.matchAll(/^export \{([^}]*)\} from '\.\/(.*)'$/gm)].flatMap(
    ([, names = '', path = '']) =>
      [...names.matchAll(/\b(\w+Error)\b/g)].map(([, name = '']) => [name, `src/${path}`] as const),
  )
  const rows = exported.toSorted().flatMap(([name, path]) => {
    const text = readFileSync(path, 'utf8')
    const [, comment = '', base = ''] =
      new RegExp(`/\\*\\*((?:(?!\\*/).)*)\\*/\\s+export class ${name} extends (\\w+)`, 's').exec(
        text,
      ) ?? []
    const body = bodyOf(text, name)
    const unions = text.match(/^(?:export )?type \w*Code =.*(?:\n {2}\| .*)*/gm) ?? []
    const codes = [body, ...unions].join('\n').match(/'[A-Z][A-Z_]{3,}'/g) ?? []
    if (base === 'Error') return []
    const fields = [
      ...body.replaceAll(/\/\*\* @internal \*\/\n.*/g, '').matchAll(/^ {2}readonly (\w+)/gm),
    ].map(([, field = '']) => field)
    const all = base === 'InputError' ? ['path', ...fields] : fields
    return [
      [
        listed([name]),
        listed(unique(codes.map((code) => code.slice(1, -1)))),
        listed(unique(all)),
        said(cleaned(comment)),
      ],
    ]
  })
  return tableOf(['class', '`code`', 'more fields', 'meaning'], rows)
}

/** The members of the interfaces of options in parameters, which stand in the same file. */
function optionsIn(text: string, parameters: string): ReadonlyMap<string, string> {
  const types = parameters.match(/\b[A-Z]\w*(?:Options)\b/g) ?? []
  const names = types.flatMap((type) => {
    const [, union] = new RegExp(`^export type ${type} = (.*)$`, 'm').exec(text) ?? []
    return union?.split(' | ') ?? [type]
  })
  return new Map(
    names.flatMap((name) => fieldsOf(text, name).map(({ name, comment }) => [name, comment])),
  )
}

function fieldsOf(text: string, name: string): Member[] {
  return fieldsIn(bodyOf(text, name))
}

function fieldsIn(body: string): Member[] {
  return membersIn(body).filter(({ parameters }) => parameters === undefined)
}

function membersOf(text: string, name: string): Member[] {
  return membersIn(bodyOf(text, name))
}

function bodyOf(text: string, name: string): string {
  const [, body] =
    new RegExp(
      `^(?:export )?(?:interface|class) ${name}(?:<.*?>)?(?: extends [^{]*)? \\{\n(.*?)\n\\}$`,
      'ms',
    ).exec(text) ?? []
  return body ?? ''
}

function membersIn(body: string): Member[] {
  const found = body.matchAll(
    /^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\s+(readonly |get |async )?(\w+)(?:<[^>]*>)?(?:\?|(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)))?:/gms,
  )
  return [...found]
    .map(([, comment = '', kind, name = '', parameters]) => ({
      name,
      parameters: kind === 'get ' ? undefined : parameters?.slice(1, -1),
      comment: cleaned(comment),
    }))
    .filter(({ comment }) => !comment.includes('@internal'))
}

/** The names in a list of parameters. */
function namesIn(parameters: string): string {
  return splitOutside(parameters, ',')
    .map((parameter) => (splitOutside(parameter, ':')[0] ?? '').replace('?', '').trim())
    .filter((name) => name !== '')
    .join(', ')
}

function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text.replaceAll('=>', '')) {
    if ('([{<'.includes(letter)) depth++
    if (')]}>'.includes(letter)) depth--
    if (letter === separator && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${letter}`)
  }
  return parts
}

function cleaned(comment: string): string {
  return comment.replaceAll(/\s*\n\s*\*(?!\/) ?/g, '\n').trim()
}

/** A comment as a cell: without what it says about errors, and without examples. */
function said(comment: string): string {
  const [description = '', ...tags] = comment.split(/^@/m)
  const notes = tags.flatMap((tag) => {
    const [, kind, name = '', text = ''] = /^(?:(param) (\w+)|(?:returns)) (.*)$/s.exec(tag) ?? []
    if (tag.startsWith('returns ')) return [sentence(`returns ${tag.slice('returns '.length)}`)]
    return kind === undefined ? [] : [`\`${name}\`: ${sentence(text, false)}`]
  })
  return [sentence(description), ...notes].filter((part) => part !== '').join(' ')
}

function sentence(text: string, isBeginning = true): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return ''
  const first = isBeginning ? line[0]?.toUpperCase() : line[0]
  const begun = `${first}${line.slice(1)}`
  return /[.:!?]$/.test(begun) ? begun : `${begun}.`
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
