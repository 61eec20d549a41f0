// What the page says at the steps of a handle for where another handle stands, which the figure was not told: it stays
// as it was drawn when that one is let go. `piecesAt` of handle.js takes it from where it is put here.

export default function({ data, parentElement }) {
  const { name, ...told } = data;
  const attach = chart => {
    chart.told = { ...chart.told, [name]: told };
    return () => { if (chart.told?.[name] === told) delete chart.told[name]; };
  };
  return replaceFormer(parentElement, followChart(data.chart, attach));
}
