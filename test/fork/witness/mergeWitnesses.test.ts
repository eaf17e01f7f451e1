import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mergeWitnesses } from '../../../src/fork/witness/mergeWitnesses.ts'
import { WitnessFolder } from '../../../src/fork/witness/witnessFolder.ts'
import { stateName } from '../../../src/fork/witness/witnessLines.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { encodeRlp } from '../../../src/primitives/rlp.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()
const state = stateName({ number: 5, hash: `0x${'05'.repeat(32)}` })
const files = { blocks: new Map(), codes: new Map() }

/** A leaf, and the line of a run that could not read it. */
function leaf(value: number): { readonly node: Uint8Array; readonly lost: string } {
  const node = encodeRlp([new Uint8Array([0x20, ...new Uint8Array(31)]), new Uint8Array([value])])
  return { node, lost: `lost ${state} ${toHex(keccak256(node))}` }
}

it('has as lost only what no folder has', async () => {
  const [known, unknown] = [leaf(1), leaf(2)]
  const [one, other, into] = ['one', 'other', 'into'].map((name) => join(folder, name))
  new WitnessFolder(one as string).add({ lines: [], nodes: [known.node], files })
  new WitnessFolder(other as string).add({ lines: [known.lost, unknown.lost], nodes: [], files })
  for (const paths of [
    [one, other],
    [other, one],
  ]) {
    await mergeWitnesses(paths as string[], into as string)
    const { lines } = new WitnessFolder(into as string).read() ?? {}
    expect([...(lines?.of('lost') ?? [])].map((words) => `lost ${words.join(' ')}`)).toEqual([
      unknown.lost,
    ])
  }
  // The runs of one folder repeat what they have lost.
  new WitnessFolder(other as string).add({ lines: [], nodes: [known.node], files })
  expect(new WitnessFolder(other as string).read()?.lines.has(known.lost)).toBe(true)
})
