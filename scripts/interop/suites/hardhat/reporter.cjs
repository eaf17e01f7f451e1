const { appendFileSync } = require('node:fs')

// Writes each outcome of Mocha when it is known: a run that is aborted has those before it.
module.exports = class {
  constructor(runner) {
    const write = (test, outcome, error) => {
      const message = error?.message ?? ''
      const line = JSON.stringify([test.fullTitle(), { outcome, message }])
      appendFileSync(process.env.SUITE_REPORT, `${line}\n`)
    }
    runner.on('pass', (test) => write(test, 'passed'))
    runner.on('fail', (test, error) => write(test, 'failed', error))
    runner.on('pending', (test) => write(test, 'skipped'))
  }
}
