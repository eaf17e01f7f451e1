import { encodeTyped } from '../../../../src/chain/encoding/encodeTyped.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import { encodeRlp, encodeRlpList, type RlpItem } from '../../../../src/primitives/rlp.ts'

export interface Damaged {
  readonly label: string
  readonly bytes: Uint8Array
}

export function encodeItems(type: number, items: readonly RlpItem[]): Uint8Array {
  return encodeTyped(type, items)
}

/** Replaces an item by one of another format, also by bytes that are no RLP. */
export function damageItems(type: number, items: readonly RlpItem[], random: Random): Damaged {
  const encoded = items.map((item) => encodeRlp(item))
  const index = random.below(encoded.length)
  const [label, replaced] = damagedItem(items[index] as RlpItem, random)
  const kind = random.below(8)
  if (kind === 0) return withItems(type, 'an item less', encoded.toSpliced(index, 1))
  if (kind === 1) return withItems(type, 'an item more', [...encoded, encodeRlp(random.bytes(2))])
  return withItems(type, `item ${index} ${label}`, encoded.with(index, replaced))
}

function withItems(type: number, label: string, items: readonly Uint8Array[]): Damaged {
  const list = encodeRlpList(items)
  return { label, bytes: type === 0 ? list : Buffer.concat([Uint8Array.of(type), list]) }
}

function damagedItem(item: RlpItem, random: Random): [label: string, bytes: Uint8Array] {
  if (!(item instanceof Uint8Array)) return damagedList(item, random)
  const content = Buffer.from(item)
  switch (random.below(9)) {
    case 0:
      return ['with a leading zero', encodeRlp(Buffer.concat([Uint8Array.of(0), content]))]
    case 1:
      return ['as a list', encodeRlp([item])]
    case 2:
      return ['as an empty list', encodeRlp([])]
    case 3:
      return ['as a zero byte', Uint8Array.of(0)]
    case 4:
      return ['as a byte with a length', Uint8Array.of(0x81, random.below(256))]
    case 5:
      return ['with a long length', Buffer.concat([Uint8Array.of(0xb8, content.length), content])]
    case 6:
      return [
        'with a length too large',
        Buffer.concat([Uint8Array.of(0x80 + Math.min(content.length + 3, 55)), content]),
      ]
    case 7:
      return ['of other bytes', encodeRlp(random.bytes(random.pick([1, 2, 8, 9, 20, 32, 33, 60])))]
    default:
      return [
        'with a huge length',
        Buffer.concat([Uint8Array.of(random.pick([0xb9, 0xbb, 0xbf])), random.bytes(8), content]),
      ]
  }
}

function damagedList(
  items: readonly RlpItem[],
  random: Random,
): [label: string, bytes: Uint8Array] {
  switch (random.below(7)) {
    case 0:
      return ['as a string', encodeRlp(random.bytes(3))]
    case 1:
      return ['as no bytes', encodeRlp(new Uint8Array(0))]
    case 2:
      return ['with a number', encodeRlp([...items, random.bytes(1)])]
    case 3:
      return ['with an empty list', encodeRlp([...items, []])]
    case 4:
      return ['with short entries', encodeRlp([...items, [random.bytes(19), []]])]
    case 5:
      return [
        'with long entries',
        encodeRlp([[random.bytes(20), [random.bytes(32)], random.bytes(1)], ...items]),
      ]
    default:
      return [
        'with wrong words',
        encodeRlp([
          ...items,
          [random.bytes(20), [random.bytes(32), random.bytes(random.pick([31, 33]))]],
        ]),
      ]
  }
}

/** Changes bytes anywhere. */
export function damage(bytes: Uint8Array, random: Random): Damaged {
  const at = random.chance(1, 2)
    ? random.below(bytes.length)
    : random.below(Math.min(8, bytes.length))
  switch (random.below(6)) {
    case 0:
      return { label: `cut at ${at}`, bytes: bytes.subarray(0, at) }
    case 1:
      return { label: 'longer', bytes: Buffer.concat([bytes, random.bytes(random.between(1, 3))]) }
    case 2:
      return { label: `a byte less at ${at}`, bytes: remove(bytes, at) }
    case 3: {
      const more = Buffer.concat([bytes.subarray(0, at), random.bytes(1), bytes.subarray(at)])
      return { label: `a byte more at ${at}`, bytes: more }
    }
    case 4:
      return { label: 'random', bytes: random.bytes(random.below(40)) }
    default: {
      const changed = Buffer.from(bytes)
      changed[at] = random.below(256)
      return { label: `another byte at ${at}`, bytes: changed }
    }
  }
}

function remove(bytes: Uint8Array, at: number): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
}
