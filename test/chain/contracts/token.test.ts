import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM, type EVM, type EVMResult } from '@ethereumjs/evm'
import { Account, createAddressFromString } from '@ethereumjs/util'
import { AbiCoder, Interface, id, zeroPadValue } from 'ethers'
import { beforeEach, expect, test } from 'vitest'
import { tokenContract } from '../../../src/chain/contracts/token.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'

const abi = AbiCoder.defaultAbiCoder()
const holder = `0x${'11'.repeat(20)}`
const otherHolder = `0x${'22'.repeat(20)}`
const stranger = `0x${'33'.repeat(20)}`
const amountEach = 1_000n

let evm: EVM
let token: string

beforeEach(async () => {
  evm = await createEVM({ common: new Common({ chain: Mainnet, hardfork: Hardfork.London }) })
  for (const address of [holder, otherHolder]) {
    await evm.stateManager.putAccount(createAddressFromString(address), new Account())
  }
  const constructorArguments = abi.encode(
    ['string', 'string', 'address[]', 'uint256'],
    ['Test Token', 'TT', [holder, otherHolder], amountEach],
  )
  const { createdAddress, execResult } = await evm.runCall({
    caller: createAddressFromString(holder),
    data: fromHex(tokenContract.creationCode + constructorArguments.slice(2)),
  })
  expect(execResult.exceptionError).toBeUndefined()
  token = String(createdAddress)
})

test('gives every holder the initial amount, stored in the slot of `balances`', async () => {
  const { execResult } = await call(tokenContract.selectors.balanceOf, ['address'], [otherHolder])

  expect(toHex(execResult.returnValue)).toBe(word(amountEach))
  const key = keccak256(
    fromHex(abi.encode(['address', 'uint256'], [otherHolder, tokenContract.storageSlots.balances])),
  )
  const stored = await evm.stateManager.getStorage(createAddressFromString(token), key)
  expect(BigInt(toHex(stored))).toBe(amountEach)
})

test('emits Transfer on a transfer', async () => {
  const { execResult } = await call(
    tokenContract.selectors.transfer,
    ['address', 'uint256'],
    [stranger, 7n],
  )

  expect(execResult.exceptionError).toBeUndefined()
  expect(
    execResult.logs?.map(([address, topics, data]) => [address, ...topics, data].map(toHex)),
  ).toEqual([
    [
      token,
      id('Transfer(address,address,uint256)'),
      zeroPadValue(holder, 32),
      zeroPadValue(stranger, 32),
      word(7n),
    ],
  ])
})

test('lets an approved spender transfer from the owner', async () => {
  const allowance = [holder, 5n]
  await call(tokenContract.selectors.approve, ['address', 'uint256'], allowance, otherHolder)
  const { execResult } = await call(
    tokenContract.selectors.transferFrom,
    ['address', 'address', 'uint256'],
    [otherHolder, stranger, 5n],
  )

  expect(toHex(execResult.returnValue)).toBe(word(1n))
})

test('reverts a transfer over the balance with ERC20InsufficientBalance', async () => {
  const { execResult } = await call(
    tokenContract.selectors.transfer,
    ['address', 'uint256'],
    [stranger, amountEach + 1n],
  )

  expect(execResult.exceptionError?.error).toBe('revert')
  const errors = new Interface(['error ERC20InsufficientBalance(address, uint256, uint256)'])
  const revert = errors.parseError(execResult.returnValue)
  expect(revert?.args.toArray()).toEqual([holder, amountEach, amountEach + 1n])
})

function call(
  selector: string,
  types: string[],
  values: unknown[],
  caller = holder,
): Promise<EVMResult> {
  return evm.runCall({
    caller: createAddressFromString(caller),
    to: createAddressFromString(token),
    data: fromHex(selector + abi.encode(types, values).slice(2)),
  })
}

/** A number as the 32 bytes of an ABI word. */
function word(value: bigint): string {
  return abi.encode(['uint256'], [value])
}
