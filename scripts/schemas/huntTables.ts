import { variableOf } from '../../src/hunt/client/commandClient.ts'
import { beyondKinds, eventKinds, eventNames } from '../../src/hunt/draw/eventKinds.ts'
import { expectations } from '../../src/hunt/rows/expectations.ts'
import { interfaceFields } from './sourceTables.ts'
import { listed, tableOf } from './tables.ts'

/** The tables that hunt compares. */
export function huntedTables(): string {
  const rows = Object.values(expectations).map(({ name, summary, columns, keys }) => [
    listed([name]),
    summary,
    listed(Object.keys(columns)),
    listed(keys),
  ])
  return tableOf(
    ['table', 'it has', 'columns, of which those are compared that you have', 'at least one of'],
    rows,
  )
}

/** What happens to a client. */
export function huntEvents(): string {
  const rows = eventNames.map((name) => {
    const { summary, weight } = eventKinds[name]
    return [listed([name]), summary, beyondKinds.includes(name) ? `${weight} *` : `${weight}`]
  })
  return tableOf(['event', 'what happens', 'weight'], rows)
}

/** What the commands of a client are given. */
export function huntValues(): string {
  const path = 'src/hunt/client/client.ts'
  const fields = [...interfaceFields(path, 'HuntChain'), ...interfaceFields(path, 'HuntServer')]
  const rows = fields.map(({ name, meaning }) => [
    listed([`{${name}}`]),
    listed([variableOf(name)]),
    meaning,
  ])
  return tableOf(['in a command', 'in the environment', 'what it is'], rows)
}
