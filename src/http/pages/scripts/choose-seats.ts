/** Says which seats of a hall are chosen and what they cost, and moves between seats by arrow keys. */

/** Check boxes have a name and a price in their datasets; the choice, the currency of the prices. */
export function chooseSeats(page: Document): void {
  const hall = page.querySelector<HTMLElement>('.hall')
  const choice = page.querySelector<HTMLElement>('[data-choice]')
  if (hall === null || choice === null) return
  const rows = [...hall.querySelectorAll('.row')]
    .map((row) => [...row.querySelectorAll<HTMLInputElement>('input')])
    .filter((row) => row.length > 0)
  const seats = rows.flat()

  const priceOf = (chosen: readonly HTMLInputElement[]) => {
    const { currency = '' } = choice.dataset
    const prices = chosen.map(({ dataset }) => Number(dataset.price ?? Number.NaN))
    const sum = prices.reduce((total, price) => total + price, 0)
    if (Number.isNaN(sum) || !/^[A-Z]{3}$/.test(currency)) return ''
    return ` ${new Intl.NumberFormat('en', { style: 'currency', currency }).format(sum)} with fees.`
  }
  const showChoice = () => {
    const chosen = seats.filter(({ checked }) => checked)
    const names = chosen.map(({ dataset }) => dataset.name).join(', ')
    choice.textContent = chosen.length === 0 ? 'No seat chosen yet.' : `${names}.${priceOf(chosen)}`
  }

  /** One seat is a stop of the keyboard, so that nobody has to walk through the hall to leave it. */
  const makeStop = (stop: HTMLInputElement | undefined) => {
    for (const seat of seats) seat.tabIndex = seat === stop ? 0 : -1
  }
  const across = (seat: Element) => seat.getBoundingClientRect().left
  const nearest = (row: readonly HTMLInputElement[], to: HTMLInputElement) =>
    row.toSorted((one, other) => Math.abs(across(one) - across(to)) - Math.abs(across(other) - across(to)))[0]
  hall.addEventListener('keydown', (event) => {
    const seat = seats.find((each) => each === event.target)
    const at = rows.findIndex((row) => seat !== undefined && row.includes(seat))
    const row = rows[at]
    if (seat === undefined || row === undefined) return
    const place = row.indexOf(seat)
    const targets: Record<string, () => HTMLInputElement | undefined> = {
      ArrowLeft: () => row[place - 1],
      ArrowRight: () => row[place + 1],
      ArrowUp: () => nearest(rows[at - 1] ?? [], seat),
      ArrowDown: () => nearest(rows[at + 1] ?? [], seat),
    }
    const next = targets[event.key]?.()
    if (next === undefined) return
    event.preventDefault()
    makeStop(next)
    next.focus()
  })
  hall.addEventListener('focusin', ({ target }) => makeStop(seats.find((each) => each === target)))
  hall.addEventListener('change', showChoice)
  makeStop(hall.querySelector<HTMLInputElement>('.best input') ?? seats[0])
  hall.scrollLeft = (hall.scrollWidth - hall.clientWidth) / 2
  showChoice()
}
