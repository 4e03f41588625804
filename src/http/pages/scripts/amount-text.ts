/** Large amounts as readers see them, by the server and by the scripts of a page. */

const small = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const large = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** `3.12T`, `54.10M`: large ones have two decimals, so that they align. */
export function amountText(amount: number): string {
  return (Math.abs(amount) < 1000 ? small : large).format(amount)
}
