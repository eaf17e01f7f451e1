import hre from 'hardhat'

// Serves EDR as `hardhat node` does, but without its log of every request: serve.js PORT.

const server = await hre.network.createServer('default', '127.0.0.1', Number(process.argv[2]))
await server.listen()
