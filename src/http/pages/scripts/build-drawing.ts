/** Bars in SVG: the policy of the pages allows no styles within them. */

interface Bar {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The name of a colour: `good`. */
  readonly className: string
  readonly title?: string
}

const namespace = 'http://www.w3.org/2000/svg'

/** An element of a drawing. */
export function buildShape(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Node | string)[]
): SVGElement {
  const shape = document.createElementNS(namespace, name)
  for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, String(value))
  shape.append(...children)
  return shape
}

/** Stretches to the size of its class. */
export function buildDrawing(
  className: string,
  width: number,
  height: number,
  bars: readonly Bar[],
): SVGElement {
  const drawing = buildShape('svg', {
    class: className,
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  })
  for (const { className: colour, title, ...place } of bars) {
    const titles = title === undefined ? [] : [buildShape('title', {}, title)]
    drawing.append(buildShape('rect', { class: colour, ...place }, ...titles))
  }
  return drawing
}

/** Parts of a whole side by side; `share` in percent. */
export function buildStack(
  className: string,
  parts: readonly { readonly share: number; readonly className: string }[],
) {
  let x = 0
  return buildDrawing(
    className,
    100,
    3,
    parts.map(({ share, className: colour }) => {
      const bar = { x, y: 0, width: share, height: 3, className: colour }
      x += share
      return bar
    }),
  )
}

/** A share in percent of the whole, which has the colour of rules. */
export function buildMeter(share: number, className = ''): SVGElement {
  const bar = { x: 0, y: 0, height: 3 }
  return buildDrawing('meter', 100, 3, [
    { ...bar, width: 100, className: '' },
    { ...bar, width: share, className },
  ])
}
