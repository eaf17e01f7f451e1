import { nonceOf, type Transaction, type Withdrawal } from '../../chain/encoding/block.ts'
import type { Header } from '../../chain/encoding/header.ts'
import type { GenesisAccount } from '../../chain/genesis/genesis.ts'
import type { Hex } from '../../primitives/hex.ts'

// Headers, transactions, withdrawals and accounts in the format of ethereum/tests: numbers are hex of whole bytes, zero
// is 0x00. See https://ethereum-tests.readthedocs.io/en/latest/blockchain-ref.html

/** Writes a number as hex of whole bytes. */
export function toByteQuantity(value: number | bigint): Hex {
  const digits = value.toString(16)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}

type Fields = Readonly<Record<string, unknown>>

/** Fields of a header whose names differ from those in JSON-RPC. */
const headerNames: Readonly<Partial<Record<keyof Header, string>>> = {
  sha3Uncles: 'uncleHash',
  miner: 'coinbase',
  transactionsRoot: 'transactionsTrie',
  receiptsRoot: 'receiptTrie',
  logsBloom: 'bloom',
}

export function writeHeader(header: Header, hash: Hex): Fields {
  const fields = Object.entries(header).map(([name, value]: [string, string | number | bigint]) => [
    headerNames[name as keyof Header] ?? name,
    typeof value === 'string' ? value : toByteQuantity(value),
  ])
  return { ...Object.fromEntries(fields), hash }
}

export function writeTransaction(transaction: Transaction): Fields {
  const { type, to, from, gas, value, input, accessList, authorizationList } = transaction
  const { chainId, gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = transaction
  const quantities = { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas }
  const given = Object.entries(quantities).filter(([, each]) => each !== undefined)
  return {
    ...(type > 0 && { type: toByteQuantity(type), chainId: toByteQuantity(chainId ?? 0n) }),
    nonce: toByteQuantity(nonceOf(transaction)),
    ...Object.fromEntries(given.map(([name, each]) => [name, toByteQuantity(each as bigint)])),
    gasLimit: toByteQuantity(gas),
    to: to ?? '',
    value: toByteQuantity(value),
    data: input,
    ...(accessList && { accessList }),
    ...(transaction.blobVersionedHashes && {
      blobVersionedHashes: transaction.blobVersionedHashes,
    }),
    ...(authorizationList && {
      authorizationList: authorizationList.map((entry) => ({
        chainId: toByteQuantity(entry.chainId),
        address: entry.address,
        nonce: toByteQuantity(nonceOf(entry)),
        v: toByteQuantity(entry.yParity),
        r: toByteQuantity(entry.r),
        s: toByteQuantity(entry.s),
      })),
    }),
    v: toByteQuantity(transaction.v),
    r: toByteQuantity(transaction.r),
    s: toByteQuantity(transaction.s),
    sender: from,
  }
}

export function writeWithdrawal({ index, validatorIndex, address, amount }: Withdrawal): Fields {
  return {
    index: toByteQuantity(index),
    validatorIndex: toByteQuantity(validatorIndex),
    address,
    amount: toByteQuantity(amount),
  }
}

export function writeAccount({ balance, nonce, code, storage }: GenesisAccount): Fields {
  const slots = Object.entries(storage).map(([slot, value]) => [
    toByteQuantity(BigInt(slot)),
    toByteQuantity(BigInt(value)),
  ])
  return {
    nonce: toByteQuantity(nonce),
    balance: toByteQuantity(balance),
    code,
    storage: Object.fromEntries(slots),
  }
}
