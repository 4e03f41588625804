/** Lets a reader choose one seat of the map, by click or with the arrow keys, and says what it is and costs. */

interface Shape {
  readonly textContent: string | null
  getAttribute(name: string): string | null
}

interface Seat {
  readonly dataset: { readonly area?: string }
  readonly classList: { add(name: string): void; remove(name: string): void }
  querySelector(selector: 'title' | 'rect' | '.taken, .closedseat'): Shape | null
}

interface KeyPress {
  readonly key: string
  preventDefault(): void
}

interface SeatRow {
  querySelectorAll(selector: '[data-seat]'): Iterable<Seat>
  addEventListener(event: 'keydown', listener: (event: KeyPress) => void): void
  focus(): void
}

interface Status {
  textContent: string | null
  className: string
  setAttribute(name: string, value: string): void
}

interface Hall {
  readonly dataset: { readonly prices?: string }
  readonly classList: { add(name: string): void }
  querySelectorAll(selector: 'g[tabindex]'): Iterable<SeatRow>
  addEventListener(
    event: 'click',
    listener: (event: { readonly target: { closest(selector: '[data-seat]'): Seat | null } }) => void,
  ): void
  after(element: Status): void
}

interface Page {
  querySelector(selector: '.hall'): Hall | null
  createElement(name: 'p'): Status
}

/** Runs in the browser. `data-prices` has a text for each area with prices of its own, and one without a name for all other seats. */
export function chooseSeat(page: Page): void {
  const hall = page.querySelector('.hall')
  if (hall === null) return
  const prices = JSON.parse(hall.dataset.prices ?? '{}') as Record<string, string>
  const status = page.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'hint'
  status.textContent =
    'To see the number and the price of a seat, click it, or use the arrow keys on its row.'
  hall.classList.add('choosable')
  hall.after(status)

  const across = (seat: Seat) => Number(seat.querySelector('rect')?.getAttribute('x'))
  const rows = [...hall.querySelectorAll('g[tabindex]')].map((row) => ({
    row,
    seats: [...row.querySelectorAll('[data-seat]')].sort((one, other) => across(one) - across(other)),
  }))
  let chosen: Seat | undefined
  const choose = (seat: Seat | undefined) => {
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
  const nearest = (seats: readonly Seat[], x: number) => {
    const distance = (seat: Seat) => Math.abs(across(seat) - x)
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
  hall.addEventListener('click', ({ target }) => choose(target.closest('[data-seat]') ?? undefined))
}
