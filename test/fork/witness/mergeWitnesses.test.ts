import { join } from 'node:path'
import { expect, it } from 'vitest'
import { referenceTo } from '../../../src/chain/state/decodeNode.ts'
import { mergeWitnesses } from '../../../src/fork/witness/mergeWitnesses.ts'
import { Witness } from '../../../src/fork/witness/witness.ts'
import { WitnessFolder } from '../../../src/fork/witness/witnessFolder.ts'
import { stateName } from '../../../src/fork/witness/witnessLines.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { encodeRlp } from '../../../src/primitives/rlp.ts'
import { contentsOf } from '../../support/folders.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()
const state = stateName({ number: 5, hash: `0x${'05'.repeat(32)}` })
const files = { blocks: new Map(), codes: new Map() }

/** A leaf, and the line of a run that could not read it. */
function leaf(value: number): { readonly node: Uint8Array; readonly lost: string } {
  const node = encodeRlp([new Uint8Array([0x20, ...new Uint8Array(31)]), new Uint8Array([value])])
  return { node, lost: `lost ${toHex(keccak256(node))}` }
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
})

it('has as lost what a folder has lost before it was read', async () => {
  const { node, lost } = leaf(3)
  const [later, never] = ['later', 'never'].map((name) => join(folder, name)) as [string, string]
  new WitnessFolder(never).add({ lines: [lost], nodes: [], files })
  new WitnessFolder(later).add({ lines: [lost], nodes: [], files })
  new WitnessFolder(later).add({ lines: [lost], nodes: [node], files })
  const before = contentsOf(later)
  await mergeWitnesses([later], later)
  expect(contentsOf(later)).toEqual(before)
  await mergeWitnesses([never, later], later)
  expect(contentsOf(later)).toEqual(before)
  expect(new WitnessFolder(later).read()?.lines.has(lost)).toBe(true)
})

it.each([
  ['read', 'later', 'never'],
  ['never', 'read', 'later'],
  ['later', 'never', 'read'],
])('has as lost nothing that a folder has read at once: %s, %s, %s', async (...order) => {
  const { node, lost } = leaf(4)
  const into = join(folder, order.join('-'))
  const additions = {
    read: { lines: [], nodes: [node], files },
    later: { lines: [lost], nodes: [node], files },
    never: { lines: [lost], nodes: [], files },
  }
  const paths = order.map((name) => {
    new WitnessFolder(join(into, name)).add(additions[name as keyof typeof additions])
    return join(into, name)
  })
  await mergeWitnesses(paths, join(into, 'all'))
  const { lines, segments } = new WitnessFolder(join(into, 'all')).read() ?? {}
  expect([lines?.has(lost), segments?.[0]?.count]).toEqual([false, 1])
})

it('has as lost nothing that a process reads which another one has lost meanwhile', () => {
  const { node, lost } = leaf(5)
  const path = join(folder, 'meanwhile')
  const [losing, reading] = [0, 1].map(() => new Witness(path, { isWritten: true }))
  const [, hash] = lost.split(' ')
  const reference = referenceTo(keccak256(node))
  losing?.addLost(hash as Hex)
  losing?.addNode(reference, node)
  losing?.save()
  const kept = () => new WitnessFolder(path).read()?.lines.has(lost)
  expect(kept()).toBe(true)
  // This shows it what the folder has by now.
  reading?.add(`absent ${state} 0x${'0a'.repeat(32)}`)
  reading?.save()
  expect(kept()).toBe(true)
  reading?.addNode(reference, node)
  reading?.save()
  expect(kept()).toBe(false)
  losing?.add(`absent ${state} 0x${'0b'.repeat(32)}`)
  losing?.save()
  expect(kept()).toBe(false)
})
