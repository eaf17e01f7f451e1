import {
  addressWord,
  encodeCall,
  listArgument,
  word,
} from '../../../../../src/chain/contracts/abi.ts'
import { collectibleContract } from '../../../../../src/chain/contracts/collectible.ts'
import { mortalContract } from '../../../../../src/chain/contracts/mortal.ts'
import { multiTokenContract } from '../../../../../src/chain/contracts/multiToken.ts'
import { poolContract } from '../../../../../src/chain/contracts/pool.ts'
import { beaconRoots, historyStorage } from '../../../../../src/chain/contracts/system.ts'
import { tokenContract } from '../../../../../src/chain/contracts/token.ts'
import type { Block } from '../../../../../src/chain/encoding/block.ts'
import { fromHex, type Hex, toHex } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
import type { KnownContract } from '../knownContracts.ts'
import type { CallObject, StateRequest } from '../request.ts'
import type { Subjects } from '../subjects.ts'

/** Calls of the functions of known contracts, some of which revert. */
export function* contractCalls(subjects: Subjects, random: Random): Generator<StateRequest> {
  const { block, contracts } = subjects
  for (const contract of contracts) {
    for (const call of callsOf(contract, subjects, random)) {
      yield { method: 'eth_call', params: [call, blockParameter(block, random)] }
      if (!random.chance(1, 4)) continue
      yield { method: 'eth_estimateGas', params: [call, blockParameter(block, random)] }
      yield { method: 'eth_createAccessList', params: [call, blockParameter(block, random)] }
    }
  }
  for (const call of systemCalls(block)) {
    yield { method: 'eth_call', params: [call, blockParameter(block, random)] }
  }
}

function callsOf({ address: to, kind }: KnownContract, subjects: Subjects, random: Random) {
  const { accounts } = subjects
  const holder = random.pick(accounts)
  const other = random.pick(accounts)
  const [holderWord, otherWord] = [holder, other].map((each) => addressWord(fromHex(each))) as [
    Uint8Array,
    Uint8Array,
  ]
  const amount = word(random.pick([0n, 1n, 10n ** 18n, 10n ** 30n, 2n ** 256n - 1n]))
  const calls: [selector: Hex, ...args: Parameters<typeof encodeCall>[1][]][] = []
  if (kind === 'token') {
    const { balanceOf, totalSupply, name, decimals, allowance, transfer, transferFrom, approve } =
      tokenContract.selectors
    calls.push([balanceOf, holderWord], [totalSupply], [name], [decimals], [transfer, otherWord])
    calls.push([allowance, holderWord, otherWord], [transfer, otherWord, amount])
    calls.push([transferFrom, holderWord, otherWord, amount], [approve, otherWord, amount])
  } else if (kind === 'collectible') {
    const { balanceOf, ownerOf, tokenURI, symbol, transferFrom, mint } =
      collectibleContract.selectors
    calls.push([balanceOf, holderWord], [ownerOf, word(random.below(4))], [tokenURI, word(9999)])
    calls.push([symbol], [transferFrom, holderWord, otherWord, word(1)], [mint, holderWord, amount])
  } else if (kind === 'multiToken') {
    const { balanceOf, balanceOfBatch, uri, safeTransferFrom } = multiTokenContract.selectors
    calls.push([balanceOf, holderWord, word(1)], [uri, word(1)])
    calls.push([balanceOfBatch, listArgument([holderWord]), listArgument([word(1), word(2)])])
    calls.push([safeTransferFrom, holderWord, otherWord, word(1), amount, listArgument([])])
  } else if (kind === 'pool') {
    const { token0, token1, reserve0, reserve1, swap } = poolContract.selectors
    calls.push([token0], [token1], [reserve0], [reserve1], [swap, amount, word(0), holderWord])
  } else if (kind === 'mortal') {
    calls.push([mortalContract.selectors.destroy, holderWord])
  }
  calls.push([toHex(random.bytes(4)), word(random.uint32())])
  return calls.map(([selector, ...args]): CallObject => {
    const data = toHex(encodeCall(selector, ...args))
    return { from: holder, to, ...(random.chance(1, 2) ? { data } : { input: data }) }
  })
}

/** Reads of the ring buffers of EIP-2935 and EIP-4788. */
function systemCalls({ header: { number, timestamp } }: Block): CallObject[] {
  const heights = [number - 1, number, number + 1, 0].filter((each) => each >= 0)
  return [
    ...heights.map((each) => ({ to: historyStorage.address, data: toHex(word(each)) })),
    ...[timestamp, timestamp + 1].map((each) => ({
      to: beaconRoots.address,
      data: toHex(word(each)),
    })),
  ]
}
