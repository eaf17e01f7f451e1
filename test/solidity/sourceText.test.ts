import { describe, expect, it } from 'vitest'
import { SourceText } from '../../src/solidity/sourceText.ts'

const source = `// contract Comment { function no() { Größe
/* contract Other {} */
string constant s = "contract Text {";
type Price is uint256;
using {add} for Price global;

function free(uint a) pure returns (uint) { return a; }

abstract contract Bank is Base("function") {
  struct Pair { uint a; }
  function (uint) external cb;
  function() internal pure returns (uint) pointer;
  modifier only(function (uint) external f) { require(true); _; }
  constructor(uint x) Base("}") { if (x > 0) { x = 1; } }
  function abstractOne() external virtual returns (uint);
  function named(uint x) public payable virtual returns (uint y) {
    assembly { function inner(a) -> b { b := a } y := inner(x) }
    unchecked { y++; }
  }
  receive() external payable { named(1); }
  fallback(bytes calldata input) external returns (bytes memory) { return input; }
}
library L { function () payable { old(); } }
`

/** What encloses the first occurrence of a text, and its line. */
function at(text: string) {
  const offset = Buffer.from(source.slice(0, source.indexOf(text))).length
  const file = new SourceText(source)
  const { contract, function: name } = file.enclosing(offset)
  return [contract, name, file.lineAt(offset)]
}

describe('a place of a source', () => {
  it.each([
    ['return a;', null, 'free', 7],
    ['struct', 'Bank', null, 10],
    ['require(true)', 'Bank', 'only', 13],
    ['x = 1', 'Bank', 'constructor', 14],
    ['b := a', 'Bank', 'named', 17],
    ['y++', 'Bank', 'named', 18],
    ['named(1)', 'Bank', 'receive', 20],
    ['return input', 'Bank', 'fallback', 21],
    ['old()', 'L', 'fallback', 23],
    ['no()', null, null, 1],
  ])('%s is in %s.%s', (text, contract, name, line) => {
    expect(at(text)).toEqual([contract, name, line])
  })
})

it('reads any text', () => {
  for (const text of ['', '}', '}}{', 'contract', 'function (', 'contract A { function f() {']) {
    expect(new SourceText(text).enclosing(0).contract).toBeNull()
    expect(new SourceText(text).lineAt(1000)).toBe(1)
  }
})
