/** The id of the n-th notice in the bench's store. */

export function noticeId(index: number): string {
  return `nt_${index
    .toString(26)
    .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .padStart(20, 'a')}`
}
