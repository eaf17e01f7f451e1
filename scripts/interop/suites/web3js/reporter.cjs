const { appendFileSync } = require('node:fs')
const { join, relative } = require('node:path')

// Writes the outcomes of a file with tests when it has run. Jest's own report fails where a message has a bigint.
module.exports = class {
  onTestResult({ path }, { testResults }) {
    const file = relative(join(process.cwd(), 'packages'), path)
    for (const { fullName, status, failureMessages } of testResults) {
      const outcome = status === 'passed' || status === 'failed' ? status : 'skipped'
      const name = `${process.env.SUITE_TRANSPORT} ${file} ${fullName}`
      const line = JSON.stringify([name, { outcome, message: failureMessages.join(' ') }])
      appendFileSync(process.env.SUITE_REPORT, `${line}\n`)
    }
  }
}
