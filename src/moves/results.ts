import * as v from 'valibot'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { boolean, object, wholeNumber } from '../primitives/input.ts'
import { positionOf } from './blockPosition.ts'

/** How the result of a move is converted for callers in code and to JSON. */
export interface Result<Raw = unknown, Plain = unknown> {
  /** its name in the OpenRPC document */
  readonly name: string
  readonly schema: v.GenericSchema<unknown, unknown>
  /** as plain JSON values; undefined is null in JSON. A method, so that results of narrower types are results, too. */
  from(raw: Raw): Plain
}

export const blockPosition = object({
  number: wholeNumber(0),
  hash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/), v.description('32 bytes in hex.')),
})

export const oneBlock = {
  name: 'head',
  schema: blockPosition,
  from: positionOf,
} satisfies Result<SealedBlock>

export const severalBlocks = {
  name: 'blocks',
  schema: v.array(blockPosition),
  from: (blocks: readonly SealedBlock[]) => blocks.map(positionOf),
} satisfies Result<readonly SealedBlock[]>

export const nothing = {
  name: 'nothing',
  schema: v.null(),
  from: (): void => {},
} satisfies Result<unknown>

export const wholeNumberResult = {
  name: 'number',
  schema: wholeNumber(0),
  from: (number: number) => number,
} satisfies Result<number>

export const booleanResult = {
  name: 'isDone',
  schema: boolean,
  from: (value: boolean) => value,
} satisfies Result<boolean>

/** What Hardhat and Ganache return from moves that cannot be refused. */
export const alwaysTrue = { ...booleanResult, from: () => true }
