import { type DialectName, dialects } from '../../endpoint/dialects/dialects.ts'
import { addressParameterSchema } from '../params/address.ts'
import { blockOverridesSchema } from '../params/blockOverrides.ts'
import { blockParameterSchema } from '../params/blockParameter.ts'
import { callObjectSchema } from '../params/callObject.ts'
import { hashParameterSchema } from '../params/hash.ts'
import { indexParameterSchema } from '../params/indexPosition.ts'
import { stateBlockSchema } from '../params/stateBlock.ts'
import { stateOverridesSchema } from '../params/stateOverrides.ts'
import type { ComponentName } from '../schemas/componentName.ts'
import type { Schema } from '../schemas/schema.ts'
import { bytes, fixedBytes, quantity } from '../schemas/values.ts'
import { dialectFields } from './dialectFields.ts'
import { accessListEntry } from './objects/accessListEntry.ts'
import { authorization } from './objects/authorization.ts'
import { block, pendingBlock } from './objects/block.ts'
import { header } from './objects/header.ts'
import { log, removedLog } from './objects/log.ts'
import { blobReceipt, receipt, rootReceipt, statusReceipt } from './objects/receipt.ts'
import { signedTransaction, unsignedTransaction } from './objects/signedTransaction.ts'
import { simulatedBlock, simulatedCall } from './objects/simulatedBlock.ts'
import {
  locatedTrace,
  replayedInBlock,
  replayedTransaction,
  stateDiff,
  trace,
  vmTrace,
} from './objects/trace.ts'
import { pendingTransaction, transaction, typedTransactions } from './objects/transaction.ts'
import { uncle } from './objects/uncle.ts'
import { withdrawal } from './objects/withdrawal.ts'

/** The schemas that methods share, for one dialect. */
export function componentSchemas(dialectName: DialectName): Record<ComponentName, Schema> {
  const dialect = dialectFields(dialects[dialectName].style)
  const schemas: Record<ComponentName, Schema> = {
    Quantity: quantity,
    Bytes: bytes,
    Bytes8: fixedBytes(8, '8 bytes in hex.'),
    Hash: fixedBytes(32, '32 bytes in hex.'),
    Address: fixedBytes(20, '20 bytes in hex.'),
    Bloom: fixedBytes(256, 'A bloom filter of 256 bytes in hex.'),
    BlockParameter: blockParameterSchema,
    HashParameter: hashParameterSchema,
    AddressParameter: addressParameterSchema,
    StateBlock: stateBlockSchema,
    IndexParameter: indexParameterSchema,
    CallObject: callObjectSchema,
    StateOverrides: stateOverridesSchema,
    BlockOverrides: blockOverridesSchema,
    Block: block(dialect),
    PendingBlock: pendingBlock(dialect),
    SimulatedBlock: simulatedBlock(dialect),
    SimulatedCall: simulatedCall,
    Header: header,
    Uncle: uncle(dialect),
    Withdrawal: withdrawal,
    Transaction: transaction(dialect),
    PendingTransaction: pendingTransaction(dialect),
    ...typedTransactions(dialect),
    AccessListEntry: accessListEntry,
    Authorization: authorization,
    SignedTransaction: signedTransaction,
    UnsignedTransaction: unsignedTransaction,
    Receipt: receipt,
    RootReceipt: rootReceipt(dialect),
    StatusReceipt: statusReceipt(dialect),
    BlobReceipt: blobReceipt(dialect),
    Log: log(dialect),
    RemovedLog: removedLog(dialect),
    Trace: trace,
    LocatedTrace: locatedTrace,
    StateDiff: stateDiff,
    VmTrace: vmTrace,
    ReplayedTransaction: replayedTransaction,
    ReplayedInBlock: replayedInBlock,
  }
  // Code generators name types after their titles.
  const titled = Object.entries(schemas).map(([title, schema]) => [title, { title, ...schema }])
  return Object.fromEntries(titled)
}
