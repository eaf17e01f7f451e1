// The global set-up of a test runner. Prints the address of its server, and serves until it is stopped.

const [, , entry, chain] = process.argv
const { ommerSetup } = await import(entry)
await ommerSetup({ chain: JSON.parse(chain) })()
const { http } = JSON.parse(process.env.OMMER_TEST_SERVER)
console.log(JSON.stringify({ http: `${http}/v3/bench` }))
