import { describe, expect, it } from 'vitest'
import {
  matchesTrace,
  type TraceAddresses,
  type TraceParties,
} from '../../../../src/chain/calls/parity/traceMatcher.ts'
import type { Hex } from '../../../../src/primitives/hex.ts'

// The matchers and traces of alloy (crates/rpc-types-trace/src/filter.rs, test_filter_matcher; MIT or Apache-2.0).

const [a0, a1, a2] = ['01', '02', '03'].map((byte): Hex => `0x${byte.repeat(20)}`) as [
  Hex,
  Hex,
  Hex,
]

function matcher(mode: TraceAddresses['mode'], from: Hex[], to: Hex[]): TraceAddresses {
  const anyOf = (addresses: Hex[]) => (addresses.length === 0 ? undefined : new Set(addresses))
  return { mode, from: anyOf(from), to: anyOf(to) }
}

const matchers = [
  matcher('union', [], []),
  matcher('union', [a0], []),
  matcher('union', [], [a1]),
  matcher('union', [a0], [a1]),
  matcher('intersection', [], []),
  matcher('intersection', [a0], []),
  matcher('intersection', [], [a1]),
  matcher('intersection', [a0], [a1]),
]

const traces: [what: string, parties: TraceParties, matches: string][] = [
  ['a call between both', { from: a0, to: a1 }, 'yes yes yes yes yes yes yes yes'],
  ['a call to another', { from: a0, to: a2 }, 'yes yes no yes yes yes no no'],
  ['a call from another', { from: a2, to: a1 }, 'yes no yes yes yes no yes no'],
  ['a call between others', { from: a2, to: a2 }, 'yes no no no yes no no no'],
  ['a failed creation', { from: a0, to: undefined }, 'yes yes no yes yes yes no no'],
  ['a reward', { from: undefined, to: a1 }, 'yes no yes yes yes no yes no'],
]

describe.each(traces)('%s', (_, parties, expected) => {
  it('matches as in alloy', () => {
    const matches = matchers.map((each) => (matchesTrace(each, parties) ? 'yes' : 'no'))
    expect(matches.join(' ')).toBe(expected)
  })
})
