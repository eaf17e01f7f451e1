import { parseFieldPath } from './corrupt/fieldPath.ts'
import { corruptionNames } from './corrupt/named.ts'
import type { CorruptFault, Fault, FaultKind, Milliseconds } from './fault.ts'
import { FaultError } from './faultError.ts'
import {
  ascendingPair,
  json,
  mismatch,
  object,
  oneOf,
  optional,
  type Reader,
  requireObject,
  text,
  wholeNumber,
} from './readers.ts'

/** A timer's delay is at most so much. */
const MILLISECONDS_MAX = 2 ** 31 - 1

const delay = wholeNumber(0, MILLISECONDS_MAX)

const delays = ascendingPair(delay, delay, '[low, high], such as [5, 10]')

const milliseconds: Reader<Milliseconds> = (value, path) => {
  if (Array.isArray(value)) return delays(value, path)
  if (typeof value === 'number') return delay(value, path)
  throw mismatch(value, path, 'a number of milliseconds, or [low, high]')
}

/** JSON-RPC leaves the choice to the server; clients read it into 64 bits at most. */
const errorCode = wholeNumber(Number.MIN_SAFE_INTEGER)

const fieldPath: Reader<string> = (value, path) => {
  const read = text(value, path)
  if (parseFieldPath(read) !== undefined) return read
  throw new FaultError(path, `'${read}' is not a path such as transactions[0].value`)
}

/** 1004 to 1006 are never sent (RFC 6455, 7.4.1), but 1006 stands for a connection that ends without a word. */
const closeCode: Reader<number> = (value, path) => {
  const code = wholeNumber(1000, 4999)(value, path)
  if (code === 1006 || (code <= 1014 && ![1004, 1005].includes(code)) || code >= 3000) return code
  throw new FaultError(path, `${code} is none of: 1000 to 1003, 1006 to 1014, 3000 to 4999`)
}

const named = object({ kind: oneOf('corrupt'), what: oneOf(...corruptionNames) })

const byField = object({
  kind: oneOf('corrupt'),
  field: fieldPath,
  value: json,
})

const corruptFault: Reader<CorruptFault> = (value, path) => {
  requireObject(value, path)
  if ('what' in value === 'field' in value) {
    throw new FaultError(path, 'want either what or field')
  }
  return ('what' in value ? named : byField)(value, path)
}

/** How the rest of a fault is read, by its kind. */
const readers: { readonly [Kind in FaultKind]: Reader<unknown> } = {
  latency: kind('latency', { milliseconds }),
  rateLimit: kind('rateLimit', {
    style: optional(oneOf('http429', 'inBody')),
    retryAfterSeconds: optional(wholeNumber(0, 86_400)),
  }),
  serverError: kind('serverError', { status: optional(oneOf(500, 502, 503, 504)) }),
  timeOut: kind('timeOut', {}),
  reset: kind('reset', { when: optional(oneOf('beforeAnswer', 'midAnswer')) }),
  cutOff: kind('cutOff', {}),
  malformed: kind('malformed', {}),
  wrongId: kind('wrongId', {}),
  missingId: kind('missingId', {}),
  null: kind('null', {}),
  staleHead: kind('staleHead', { blocks: wholeNumber(1) }),
  otherBranchReceipts: kind('otherBranchReceipts', {}),
  previousBlock: kind('previousBlock', {}),
  error: kind('error', { code: errorCode, message: text, data: json }),
  corrupt: corruptFault,
  batchReordered: kind('batchReordered', {}),
  batchShortened: kind('batchShortened', { by: optional(wholeNumber(1)) }),
  batchOneError: kind('batchOneError', { code: optional(errorCode), message: optional(text) }),
  socketClosed: kind('socketClosed', {
    atBlock: optional(wholeNumber(0)),
    code: optional(closeCode),
  }),
  messageDelayed: kind('messageDelayed', { milliseconds }),
  messageDoubled: kind('messageDoubled', {}),
}

function kind(name: FaultKind, fields: Readonly<Record<string, Reader<unknown>>>): Reader<unknown> {
  return object({ kind: oneOf(name), ...fields })
}

const knownKind = oneOf(...(Object.keys(readers) as FaultKind[]))

const faultKind: Reader<FaultKind> = (value, path) => {
  if (value !== null) return knownKind(value, path)
  throw new FaultError(path, "null is not a text; want the kind of that name in quotes: 'null'")
}

/** What goes wrong, of plain JSON. */
export const readFault: Reader<Fault> = (value, path) => {
  requireObject(value, path)
  return readers[faultKind(value.kind, `${path}.kind`)](value, path) as Fault
}
