// What the page has found for the step at which a handle rests. `learn` of handle.js takes it from where it is put here.

export default function({ data, parentElement }) {
  const { chart: key, name, ...told } = data;
  const attach = chart => {
    chart.found = { ...chart.found, [name]: told };
    chart.dispatchEvent(new Event('live-found'));
    return () => { if (chart.found?.[name] === told) delete chart.found[name]; };
  };
  return replaceFormer(parentElement, followChart(key, attach));
}
