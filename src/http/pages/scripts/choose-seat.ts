/** Lets a reader choose one seat of the map, by click or with the arrow keys, and says what it is and costs. */

/** `data-prices` has a text for each area with prices of its own, and one without a name for all other seats. */
export function chooseSeat(page: Document): void {
  const hall = page.querySelector<HTMLElement>('.hall')
  if (hall === null) return
  const prices = JSON.parse(hall.dataset.prices ?? '{}') as Record<string, string>
  const status = page.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'hint'
  status.textContent =
    'To see the number and the price of a seat, click it, or use the arrow keys on its row.'
  hall.classList.add('choosable')
  hall.after(status)

  const across = (seat: SVGElement) => Number(seat.querySelector('rect')?.getAttribute('x'))
  const rows = [...hall.querySelectorAll<SVGElement>('g[tabindex]')].map((row) => ({
    row,
    seats: [...row.querySelectorAll<SVGElement>('[data-seat]')].sort(
      (one, other) => across(one) - across(other),
    ),
  }))
  let chosen: SVGElement | undefined
  const choose = (seat: SVGElement | undefined) => {
    if (seat === undefined) return
    chosen?.classList.remove('chosen')
    chosen = seat
    seat.classList.add('chosen')
    status.className = ''
    // Nobody can buy a ticket for the others.
    const isForSale = seat.querySelector('.taken, .closedseat') === null
    const price = isForSale ? (prices[seat.dataset.area ?? ''] ?? prices['']) : undefined
    status.textContent = `${seat.querySelector('title')?.textContent ?? ''}.${price ? ` ${price}.` : ''}`
  }
  const nearest = (seats: readonly SVGElement[], x: number) => {
    const distance = (seat: SVGElement) => Math.abs(across(seat) - x)
    return seats.toSorted((one, other) => distance(one) - distance(other))[0]
  }
  rows.forEach(({ row, seats }, at) => {
    row.addEventListener('keydown', (event) => {
      const place = chosen === undefined ? -1 : seats.indexOf(chosen)
      const beside: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
      const above: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
      const side = beside[event.key]
      const next = rows[at + (above[event.key] ?? 0)]
      if (side !== undefined) {
        event.preventDefault()
        const first = side > 0 ? seats[0] : seats.at(-1)
        choose(place === -1 ? first : seats[place + side])
      } else if (event.key in above && next !== undefined) {
        event.preventDefault()
        const x = chosen === undefined ? 0 : across(chosen)
        next.row.focus()
        choose(nearest(next.seats, x))
      }
    })
  })
  hall.addEventListener('click', ({ target }) => {
    if (target instanceof Element) choose(target.closest<SVGElement>('[data-seat]') ?? undefined)
  })
}
