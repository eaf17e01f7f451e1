export default { test: { globalSetup: ['./ommer.js'], testTimeout: 60_000 } }
