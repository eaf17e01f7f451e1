import { ponder } from 'ponder:registry'
import { call, payment, transfer } from 'ponder:schema'

ponder.on('Token:Transfer', async ({ event, context }) => {
  const { from, to, value } = event.args
  const token = event.log.address
  const { abi } = context.contracts.Token
  const toBalance = await context.client.readContract({
    address: token,
    abi,
    functionName: 'balanceOf',
    args: [to],
  })
  await context.db.insert(transfer).values({
    id: event.id,
    ...placeOf(event),
    logIndex: event.log.logIndex,
    token,
    from,
    to,
    value,
    toBalance,
  })
})

for (const name of ['Token.transfer()', 'Token.mint()', 'Token.balanceOf()'] as const) {
  ponder.on(name, async ({ event, context }) => {
    const { traceIndex, type, from, to, value, gas, gasUsed, input, output, subcalls } = event.trace
    await context.db.insert(call).values({
      id: event.id,
      ...placeOf(event),
      traceIndex,
      type,
      from,
      to,
      value,
      gas,
      gasUsed,
      input,
      output,
      subcalls,
    })
  })
}

ponder.on('Payer:transfer:from', async ({ event, context }) => {
  const { from, to, value } = event.transfer
  await context.db.insert(payment).values({ id: event.id, ...placeOf(event), from, to, value })
})

function placeOf({ block, transaction }) {
  return { blockNumber: block.number, blockHash: block.hash, transactionHash: transaction.hash }
}
