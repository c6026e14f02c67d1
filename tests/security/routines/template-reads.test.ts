import { expect, test } from "vitest";
import { readsOf } from "../../../src/security/routines/template-reads.ts";

test.each<[template: string, entityIds: readonly string[], domains?: readonly string[]]>([
  ["{{ is_state('input_boolean.visit', 'on') }}", ["input_boolean.visit"]],
  [`{{ states("sensor.a") | float(0) > 3 and not is_state('light.b','on') }}`, ["sensor.a", "light.b"]],
  [
    "{% if is_state('light.a', 'on') %}{{ states('lock.b') }}{% else %}don't {{ state_attr('cover.c', 'x') }}{% endif %}",
    ["light.a", "lock.b", "cover.c"],
  ],
  ["{{ states.counter.rings.state | int > 3 }}", ["counter.rings"]],
  ["{{ states.light.hall.attributes.brightness }}", ["light.hall"]],
  ["{{ states.light | length > 3 }}", [], ["light"]],
  ["{{ trigger.to_state.state == 'on' and states(trigger.entity_id) != this.state }}", []],
  ["{% set limit = 3 %}{{ (states('sensor.a') | int) > limit }}", ["sensor.a"]],
  ["{# states(x) #}{{ now().hour > 6 and states('sensor.a') is not none }}", ["sensor.a"]],
  ["{{ states('sensor.a').split(',')[0] in ['x'] and now().strftime('%H') }}", ["sensor.a"]],
  ["{{ area_name(trigger.entity_id) }}: {{ area_entities('hall') | length }}", []],
  ["input_boolean.visit", ["input_boolean.visit"]],
])("all that %s reads is in its text", (template, entityIds, domains = []) => {
  const reads = readsOf(template);
  expect(reads.entityIds).toEqual(expect.arrayContaining([...entityIds]));
  expect(reads.domains).toEqual(domains);
  expect(reads.computed).toBe("nothing");
});

test.each([
  "{{ states('lock.' ~ x) }}",
  "{{ states('lock.' 'front') }}",
  "{{ state_attr('light.' + name, 'brightness') }}",
  "{{ states('light.%s' % room) }}",
  "{{ states(entity) }}",
  "{{ states(['light', room] | join('.')) }}",
  "{{ states[domain][name].state }}",
  "{{ ['light.a', b] | map('states') | list }}",
  "{{ ids | select('is_state', 'on') | list }}",
  "{{ entity | states }}",
  "{{ states('\\u006cock.front') }}",
  "{% set tools = namespace(all=expand) %}{{ tools.all('group.' ~ x) }}",
  "{{ expand('group.doors') | length }}",
  "{{ area_entities('hall') | map('states') | list }}",
  "{{ states | length }}",
  "{% set read = states %}{{ read('light.a') }}",
  "{% from 'tools.jinja' import anyone %}{{ anyone() }}",
  "{{ [states][0]('light.' ~ x) }}",
  "{{ {'a': states(x)}['a'] }}",
  "{{ states.light.get(x) }}{{ states(x) }}",
  "{{ 'unclosed }} {{ states(x) }}",
  "{% macro m(x) %}{{ states(x) }}{% endmacro %}{{ m('light.a') }}",
])("what %s reads Home Assistant knows", (template) => {
  expect(readsOf(template).computed).toBe("rendered");
});

test.each(["{{ states('lock.' ~ (x | default('front'))) }}", "{{ states(x) if x is string else 1 }}", "{{ entity is is_state('on') }}"])(
  "what %s reads nobody knows before it runs",
  (template) => {
    expect(readsOf(template).computed).toBe("anything");
  },
);
