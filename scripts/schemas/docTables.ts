import { readFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { Command } from 'commander'
import { FieldOption } from '../../src/cli/fieldOption.ts'
import { addForkOptions } from '../../src/cli/forkCommandOptions.ts'
import { optionsElsewhere, tools } from '../../src/cli/otherTools.ts'
import { createProgram } from '../../src/cli/program.ts'
import { addSpecOptions } from '../../src/cli/specOptions.ts'
import { faultKinds } from '../../src/faults/faultRegistry.ts'
import type { ControlMethod } from '../../src/rpc/control/controlMethod.ts'
import { controlMethods } from '../../src/rpc/control/controlRegistry.ts'
import { methodsOpenTo } from '../../src/rpc/faults/openMethods.ts'
import { methods } from '../../src/rpc/methods/methodRegistry.ts'
import { unservedMethods } from '../../src/rpc/unservedMethods.ts'
import { clockTable } from '../../test/support/clockOrder.ts'
import { dialectStyles, dialectTables } from './dialectTables.ts'
import { codeTable, statusTable } from './errorTables.ts'
import { exportTable } from './exportTables.ts'
import { huntEvents, huntedTables, huntValues } from './huntTables.ts'
import { importTable, roomTable } from './importTables.ts'
import { memberObjects, simulationErrors } from './methodObjects.ts'
import { optionTable, someOptions } from './optionTables.ts'
import { packagedTable, stepTable } from './scenarioTables.ts'
import { errorTable, fieldTable, interfaceFields, memberTable, moveTable } from './sourceTables.ts'
import { listed, tableOf } from './tables.ts'

/** The tables and lists that pages of docs/ have between markers, by page and by the name in the marker. */
const tables: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/api.md': {
    chain: () => memberTable('chain.', ['src/chain/chain.ts', 'Chain']),
    block: () => memberTable('block.', ['src/chain/byHand/blockAuthor.ts', 'BlockAuthor']),
    options: () => fieldTable(['src/server/options.ts', 'ServeOptions']),
    server: () =>
      memberTable(
        'server.',
        ['src/server/servedEndpoint.ts', 'ServedEndpoint'],
        ['src/server/serve.ts', 'Server'],
        ['src/rpc/provider.ts', 'Provider'],
        ['src/rpc/provider.ts', 'SubscribingProvider'],
      ),
    ready: () => fieldTable(['src/cli/readyLine.ts', 'ReadyLine']),
    errors: errorTable,
  },
  'docs/architecture.md': { imports: importTable, rooms: roomTable },
  'docs/chain.md': { spec: specTable },
  'docs/coming-from.md': {
    options: optionsOfTools,
    methods: () => controlTable((name) => !name.startsWith('ommer_')),
    unserved: unservedTable,
  },
  'docs/control.md': { methods: () => controlTable((name) => name.startsWith('ommer_')) },
  'docs/dev-node.md': {
    options: () =>
      someOptions(
        'serve',
        'genesis',
        'block-time',
        'no-mining',
        'mixed-mining',
        'pool-order',
        'background-traffic',
        'clock',
        'load-state',
        'dump-state',
        'state',
        'state-interval',
        'artifacts',
        'silent',
        'no-console-log',
        'cors',
      ),
    clock: () => {
      const [head, ...rows] = clockTable()
      return tableOf(head, rows)
    },
  },
  'docs/dialects.md': { styles: dialectStyles, facts: dialectTables },
  'docs/errors.md': { codes: codeTable, statuses: statusTable },
  'docs/faults.md': {
    rules: () => fieldTable(['src/faults/faultRule.ts', 'FaultRule']),
    kinds: faultTable,
    notifications: notifiedFaults,
    state: () => `${listed(methodsOpenTo(['state']).toSorted())}\n`,
  },
  'docs/fixtures.md': {
    options: exportTable,
    limits: () => fieldTable(['src/formats/loadLimits.ts', 'LoadLimits']),
    recording: () => optionTable('record', 'out'),
  },
  'docs/forking.md': { options: forkTable },
  'docs/hunt.md': {
    values: huntValues,
    tables: huntedTables,
    events: huntEvents,
    options: () => optionTable('hunt', 'run', 'rows', 'legal'),
  },
  'docs/limits.md': { limits: () => fieldTable(['src/server/serveLimits.ts', 'ServeLimits']) },
  'docs/methods.md': { methods: methodTable, objects: memberObjects, errors: simulationErrors },
  'docs/moves.md': { moves: () => moveTable('Blocks', 'Snapshots', 'Finality and lag') },
  'docs/runners.md': { options: () => fieldTable(['src/testing/setupOptions.ts', 'SetupOptions']) },
  'docs/scenarios.md': { scenarios: packagedTable, steps: stepTable },
  'docs/testing.md': {
    endpoints: () => fieldTable(['src/server/endpointOptions.ts', 'EndpointOptions']),
    pools: () => fieldTable(['src/endpoint/replicaPool.ts', 'PoolOptions']),
  },
  'docs/waiting.md': {
    waits: () => moveTable('Calls of clients'),
    options: () =>
      fieldTable(
        ['src/endpoint/activity/callMatcher.ts', 'ReceivedCondition'],
        ['src/endpoint/activity/waits.ts', 'WaitOptions'],
      ),
    calls: () => fieldTable(['src/endpoint/activity/keptCalls.ts', 'ReceivedCall']),
  },
}

/** The pages with generated tables, as they should be, by their paths. */
export function docFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tables).map(([path, named]) => [
      path,
      Object.entries(named).reduce(
        (text, [name, table]) => replaceTable(text, name, table(), path),
        readFileSync(path, 'utf8'),
      ),
    ]),
  )
}

function replaceTable(text: string, name: string, table: string, path: string): string {
  const begin = `<!-- generated: ${name} (npm run schemas) -->\n`
  const end = '<!-- end -->'
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`${path} has no place for the table ${name}`)
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`
}

function optionsOfTools(): string {
  const rows = optionsElsewhere.map(({ here, ...names }) => [
    ...tools.map((tool) => listed(names[tool] ?? [])),
    here.startsWith('use ') ? marked(here.slice('use '.length)) : `no: ${marked(here)}`,
  ])
  return tableOf([...tools, 'ommer'], rows)
}

/** One row for methods that do the same, with the same parameters. */
function controlTable(isIncluded: (name: string) => boolean): string {
  const named = [...controlMethods].filter(([name]) => isIncluded(name))
  const bySame = grouped(named, ([, { parameters, summary, result }]) =>
    JSON.stringify([parameters.map(nameOf), summary, result.name]),
  )
  const rows = [...bySame.values()].map((same) => {
    const [, { parameters, result, summary }] = same[0] as [string, ControlMethod]
    const names = same.map(([name]) => name)
    return [
      listed(names),
      listed(parameters.map(nameOf)),
      plainResults[result.name] ?? result.name,
      marked(summary),
    ]
  })
  return tableOf(['method', 'parameters', 'result', 'what it does'], rows)
}

/** Names of results that say less than a word of JSON. */
const plainResults: Readonly<Record<string, string>> = {
  nothing: 'null',
  isDone: 'boolean',
  zero: '`"0x0"`',
}

function nameOf({ name, schema }: ControlMethod['parameters'][number]): string {
  return schema.type === 'optional' ? `${name}?` : name
}

function methodTable(): string {
  const rows = methods.map(({ name, aliases = [], params, set, summary }) => [
    listed([name, ...aliases]),
    listed(params.map(({ name, required }) => (required === false ? `${name}?` : name))),
    set === 'dev' ? '`--dev`' : set,
    marked(summary),
  ])
  return tableOf(['method', 'parameters', 'served with', 'result'], rows)
}

function unservedTable(): string {
  const byReason = grouped(unservedMethods, ([, reason]) => reason)
  const rows = [...byReason].map(([reason, named]) => [
    listed(named.map(([name]) => name)),
    marked(reason),
  ])
  return tableOf(['method', 'why it is not served, or what is'], rows)
}

interface FaultSchema {
  readonly description?: string
  readonly properties?: Readonly<
    Record<
      string,
      {
        readonly description?: string
        readonly default?: unknown
        readonly enum?: readonly string[]
      }
    >
  >
  readonly required?: readonly string[]
  readonly oneOf?: readonly FaultSchema[]
}

function faultTable(): string {
  const rows = Object.entries(faultKinds).flatMap(([kind, { schema }]) => {
    const whole = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }) as FaultSchema
    return (whole.oneOf ?? [whole]).map((one) => [
      listed([kind]),
      fieldsOf(one),
      marked(one.description ?? whole.description ?? ''),
    ])
  })
  return tableOf(['`fault.kind`', 'fields', 'effect'], rows)
}

/** The faults that change notifications, by the transports over which they do. */
function notifiedFaults(): string {
  const kinds = Object.entries(faultKinds).map(([kind, { appliesTo }]) => {
    const fields = kind === 'corrupt' ? { field: '' } : {}
    return [kind, appliesTo?.(fields as never).notifications?.join(' and ') ?? ''] as const
  })
  const byTransports = grouped(kinds, ([, transports]) => transports)
  byTransports.delete('')
  const rows = [...byTransports].map(([transports, named]) => [
    transports,
    listed(named.map(([kind]) => kind)),
  ])
  return tableOf(['over', '`fault.kind`'], rows)
}

function fieldsOf({ properties = {}, required = [] }: FaultSchema): string {
  return Object.entries(properties)
    .filter(([name]) => name !== 'kind')
    .map(([name, { description, default: fallback, enum: choices }]) => {
      const isOptional = fallback === undefined && !required.includes(name)
      const notes = [
        choices?.join(', '),
        description,
        fallback === undefined ? undefined : `default: ${fallback}`,
      ]
      const said = notes.filter((note) => note !== undefined).join('; ')
      return `\`${name}${isOptional ? '?' : ''}\`${said === '' ? '' : ` (${said})`}`
    })
    .join(', ')
}

/** The fields of a spec, each with its option. */
function specTable(): string {
  const options = fieldOptionsOf(addSpecOptions(new Command()))
  const rows = interfaceFields('src/chain/spec/spec.ts', 'ChainSpec').map(({ name, meaning }) => {
    const option = options.get(name)
    if (option === undefined) throw new Error(`no option sets ${name}`)
    const { long, flags, text } = option
    return [listed([name]), listed([text.example ? `${long} ${text.example}` : flags]), meaning]
  })
  return tableOf(['field', 'option', 'meaning'], rows)
}

/** The options of a fork in code, each with that of `ommer serve`, or of `ommer anvil` where only that one has it. */
function forkTable(): string {
  const anvil = createProgram().commands.find((command) => command.name() === 'anvil') as Command
  const options = fieldOptionsOf(addForkOptions(new Command()))
  const ofAnvil = fieldOptionsOf(anvil)
  const rows = interfaceFields('src/fork/forkOptions.ts', 'ForkOptions').map(
    ({ name, meaning }) => {
      const [own, other] = [options.get(name)?.flags, ofAnvil.get(name)?.flags]
      return [
        listed([name]),
        own ? listed([own]) : other ? `anvil: ${listed([other])}` : '',
        meaning,
      ]
    },
  )
  return tableOf(['in code', 'option', 'meaning'], rows)
}

/** By the names of their fields. */
function fieldOptionsOf(command: Command): ReadonlyMap<string, FieldOption> {
  const options = command.options.filter((option) => option instanceof FieldOption)
  return new Map(options.map((option) => [option.path, option]))
}

/** Marks options and names of methods as code. */
function marked(text: string): string {
  return text.replaceAll(
    /(?<![\w`-])(?:--[a-z][\w-]*|ommer (?:record|export)|[a-z]+_[a-zA-Z]\w*)/g,
    '`$&`',
  )
}

function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
