const { Token } = require('../generated')

// All tokens, because some are deployed later.
Token.Transfer.handler(
  async ({ event, context }) => {
    const { srcAddress, block, logIndex, params } = event
    context.Transfer.set({
      id: `${block.hash}-${logIndex}`,
      block: block.number,
      blockHash: block.hash,
      logIndex,
      address: srcAddress,
      from: params.from,
      to: params.to,
      value: params.value,
    })
  },
  { wildcard: true },
)
