import { ponder } from 'ponder:registry'
import { transfer } from 'ponder:schema'

ponder.on('Token:Transfer', async ({ event, context }) => {
  const { from, to, value } = event.args
  const token = event.log.address
  const { abi } = context.contracts.Token
  const read = { address: token, abi } as const
  const { client } = context
  // Ponder reads at the block of the event.
  const [name, symbol, fromBalance, toBalance] = await Promise.all([
    client.readContract({ ...read, functionName: 'name' }),
    client.readContract({ ...read, functionName: 'symbol' }),
    client.readContract({ ...read, functionName: 'balanceOf', args: [from] }),
    client.readContract({ ...read, functionName: 'balanceOf', args: [to] }),
  ])
  await context.db.insert(transfer).values({
    id: event.id,
    blockNumber: event.block.number,
    blockHash: event.block.hash,
    transactionHash: event.transaction.hash,
    logIndex: event.log.logIndex,
    token,
    name,
    symbol,
    from,
    to,
    value,
    fromBalance,
    toBalance,
  })
})
