import * as v from 'valibot'
import { corruptionNames } from '../endpoint/faults/corrupt/named.ts'
import {
  boolean,
  described,
  either,
  isObject,
  list,
  object,
  oneOf,
  oneOrMore,
  pair,
  text,
  wholeNumber,
} from '../primitives/input.ts'

// The JSON Schema of rules for faults follows from this; `readFaults` checks them.

const count = wholeNumber(1)
const height = wholeNumber(0)

const delay = wholeNumber(0, 2 ** 31 - 1)
const milliseconds = either(
  Array.isArray,
  described(pair(delay, delay, '[low, high]'), '[low, high], both included'),
  delay,
)
const errorCode = wholeNumber(Number.MIN_SAFE_INTEGER)
const fieldPath = /^(?:[A-Za-z_]\w*|\[\d{1,9}\])(?:\.[A-Za-z_]\w*|\[\d{1,9}\])*$/

function kind(name: string, description: string, fields: v.ObjectEntries = {}) {
  return described(object({ kind: v.literal(name), ...fields }), description)
}

const fault = v.union([
  kind('latency', 'The response is late; another fault may apply to it, too.', { milliseconds }),
  kind('rateLimit', 'The response of Infura to a client that sends too many requests.', {
    style: v.optional(oneOf('http429', 'inBody'), 'http429'),
    retryAfterSeconds: v.optional(wholeNumber(0, 86_400), 30),
  }),
  kind('serverError', 'The page of a proxy in front of the node, in HTML.', {
    status: v.optional(oneOf(500, 502, 503, 504), 502),
  }),
  kind('timeOut', 'No response is sent.'),
  kind('reset', 'The connection breaks.', {
    when: v.optional(oneOf('beforeAnswer', 'midAnswer'), 'beforeAnswer'),
  }),
  kind('cutOff', 'The body ends within the JSON.'),
  kind('malformed', 'The body is as long as it should be, and no JSON.'),
  kind('wrongId', 'The response has the id of no request of the client.'),
  kind('missingId', 'The response has no id.'),
  kind('null', 'null in place of what exists: a replica that has not caught up.'),
  kind('staleHead', 'The response of a replica whose head is behind.', {
    blocks: described(count, 'How many blocks it is behind.'),
  }),
  kind('otherBranchReceipts', 'For receipts, those of another block of the same height.'),
  kind('previousBlock', 'The response that would be right for the block before.'),
  kind('error', 'A JSON-RPC error of your own.', {
    code: errorCode,
    message: text,
    data: v.optional(described(v.any(), 'Any JSON.')),
  }),
  kind('corrupt', 'One thing in the result is wrong.', { what: oneOf(...corruptionNames) }),
  kind('corrupt', 'One field of the result is wrong.', {
    field: described(
      v.pipe(text, v.regex(fieldPath)),
      'Path in the result, as in transactions[0].value.',
    ),
    value: v.optional(described(v.any(), 'Any JSON; by default another value of the same form.')),
  }),
  kind('batchReordered', 'The responses of a batch are in another order than its requests.'),
  kind('batchShortened', 'The last responses of a batch are missing.', {
    by: v.optional(count, 1),
  }),
  kind('batchOneError', 'One error with id null is the response to a whole batch.', {
    code: v.optional(errorCode, -32_005),
    message: v.optional(text),
  }),
  kind(
    'socketClosed',
    'The WebSocket is closed in place of a response; with atBlock, each WebSocket of the endpoint.',
    {
      atBlock: v.optional(described(height, 'The height of the head at which it is closed.')),
      code: v.optional(
        v.union([wholeNumber(1000, 1003), wholeNumber(1006, 1014), wholeNumber(3000, 4999)]),
      ),
    },
  ),
  kind('messageDelayed', 'A WebSocket message is late, and others overtake it.', { milliseconds }),
  kind('messageDoubled', 'A WebSocket message is sent twice.'),
])

function numbersOr<const N extends v.GenericSchema, const R extends v.GenericSchema>(
  number: N,
  range: R,
) {
  return either(isObject, range, either(Array.isArray, list(number), number))
}

export const faultRule = v.pipe(
  object({
    methods: v.optional(
      described(oneOrMore(text), 'A batch is about the methods and blocks of all its requests.'),
    ),
    blocks: v.optional(numbersOr(height, object({ from: height, to: v.optional(height) }))),
    transport: v.optional(oneOrMore(oneOf('http', 'webSocket', 'inProcess'))),
    calls: v.optional(
      described(
        numbersOr(
          count,
          object({ from: v.optional(count), to: v.optional(count), every: v.optional(count) }),
        ),
        'Which calls of a method on this endpoint, counted from 1.',
      ),
    ),
    times: v.optional(described(count, 'How often at most, for each method on its own.')),
    together: v.optional(
      described(
        boolean,
        'Whether calls and times count the calls of all its methods as one series.',
      ),
    ),
    rate: v.optional(
      described(
        pair(wholeNumber(0), wholeNumber(1, 2 ** 32), '[part, whole]'),
        'In how many of how many cases: [part, whole].',
      ),
    ),
    fault,
  }),
  v.description('What goes wrong, and with which calls; of several conditions all must be met.'),
)
