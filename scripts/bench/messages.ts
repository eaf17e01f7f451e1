/** All ids have as many digits, so that a response is as long whatever the id. */
export const FIRST_ID = 123_456_789

/** A call without its id. */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Writes a request as a client library does. */
type Spelling = (id: number, call: Call) => string

const spellings: readonly Spelling[] = [
  // viem and go-ethereum
  (id, { method, params }) => JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  // ethers
  (id, { method, params }) => JSON.stringify({ method, params, id, jsonrpc: '2.0' }),
  // web3.py
  (id, { method, params }) => {
    const list = params.map((each) => JSON.stringify(each)).join(', ')
    return `{"jsonrpc": "2.0", "method": "${method}", "params": [${list}], "id": ${id}}`
  },
]

/**
 * Writes requests with the id `FIRST_ID`, as several client libraries would in turn: a server must not be fast only for one
 * of them.
 */
export function messagesOf(calls: readonly Call[]): string[] {
  return calls.map((call, index) => spellingAt(index)(FIRST_ID, call))
}

/** Writes batches, with ids from `FIRST_ID` on in each. */
export function batchesOf(batches: readonly (readonly Call[])[]): string[] {
  return batches.map((calls, index) => {
    const spell = spellingAt(index)
    return `[${calls.map((call, at) => spell(FIRST_ID + at, call)).join(',')}]`
  })
}

function spellingAt(index: number): Spelling {
  return spellings[index % spellings.length] as Spelling
}
