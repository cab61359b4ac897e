import { defineComponent, h } from 'vue'
import { choose, chosen, dialects } from './dialect.ts'

const labels = { all: 'All', '5.x': '5.x', '4.x': '4.x', '3.x': '3.x' }

/** Radio buttons: keyboards and screen readers know them. */
export const DialectSwitch = defineComponent({
  name: 'DialectSwitch',
  props: { place: { type: String, required: true } },
  setup(props) {
    return () =>
      h('fieldset', { class: ['dialect-switch', `in-${props.place}`] }, [
        h('legend', 'Dialect'),
        ...dialects.map((dialect) =>
          h('label', { class: { active: chosen.value === dialect } }, [
            h('input', {
              type: 'radio',
              name: `dialect-${props.place}`,
              value: dialect,
              checked: chosen.value === dialect,
              onChange: () => choose(dialect),
            }),
            labels[dialect],
          ]),
        ),
      ])
  },
})
