import { errorComponents } from '../../src/rpc/openrpc/errorComponents.ts'
import * as refusals from '../../src/server/refusals.ts'
import { tableOf } from './tables.ts'

/** The codes of JSON-RPC errors, each with what it means. */
export function codeTable(): string {
  return byKey(
    Object.values(errorComponents).map(({ code, message }) => [code, message]),
    'code',
  )
}

/** The statuses of HTTP responses to requests that are refused, with the messages. */
export function statusTable(): string {
  const { hiddenFromPages: _, refusalWith: __, byParserError, ...others } = refusals
  const known = [...Object.values(others), ...Object.values(byParserError)].map((refusal) =>
    typeof refusal === 'function' ? refusal('…') : refusal,
  )
  const rows = known.map(({ status, body }) => {
    const { error } = JSON.parse(Buffer.from(body).toString()) as { error: { message: string } }
    return [status, `\`${error.message}\``] as const
  })
  // A message that depends on the request alone says nothing here.
  const shown = rows.filter(([, message]) => message !== '`…`')
  return byKey(
    shown.toSorted((one, other) => (`${one}` < `${other}` ? -1 : 1)),
    'status',
  )
}

function byKey(pairs: readonly (readonly [number, string])[], head: string): string {
  const meanings = new Map<number, Set<string>>()
  for (const [key, meaning] of pairs) {
    const known = meanings.get(key)
    if (known === undefined) meanings.set(key, new Set([meaning]))
    else known.add(meaning)
  }
  const rows = [...meanings].map(([key, texts]) => [`${key}`, [...texts].join('<br>')])
  return tableOf([head, 'when'], rows)
}
