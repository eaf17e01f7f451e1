/** Whether the value of an environment variable leaves a switch as it is: `0`, `false`, `no`, `off`, or nothing. */
export function leavesSwitch(value = ''): boolean {
  return /^(?:0|false|no|off)?$/i.test(value)
}
