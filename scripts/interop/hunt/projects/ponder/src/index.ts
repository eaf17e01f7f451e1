import { ponder } from 'ponder:registry'
import { balance, transfer } from 'ponder:schema'

ponder.on('Token:Transfer', async ({ event, context }) => {
  // Up to 0.10 Ponder calls it a network.
  const chain = context.network?.chainId ?? context.chain.id
  const { from, to, value } = event.args
  const { address, logIndex } = event.log
  const row = {
    id: `${chain}-${event.block.hash}-${logIndex}`,
    chain,
    block: Number(event.block.number),
    blockHash: event.block.hash,
    logIndex,
    transaction: event.transaction?.hash ?? event.log.transactionHash,
    token: address,
    from,
    to,
    value,
    times: 1,
  }
  await context.db
    .insert(transfer)
    .values(row)
    .onConflictDoUpdate(({ times }) => ({ times: times + 1 }))
  for (const [account, change] of [
    [from, -value],
    [to, value],
  ]) {
    await context.db
      .insert(balance)
      .values({
        id: `${chain}-${address}-${account}`,
        chain,
        token: address,
        account,
        value: change,
      })
      .onConflictDoUpdate((before) => ({ value: before.value + change }))
  }
})
